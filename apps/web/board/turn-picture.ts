/**
 * The layout of the selected turn, kept as long as it holds: streamed text changes nothing, a verdict changes the signs,
 * only a span that starts, changes or ends lays the timeline out again. While somebody walks through the turn, the same
 * rows show what there was at the playhead.
 */
import {
  addMarks,
  type GroupKey,
  groupHiding,
  type HookCost,
  hookCost,
  layoutTimeline,
  layoutUntil,
  lookUpMarks,
  type MarkLookup,
  type MarkSign,
  marksOfTurn,
  type Outline,
  outlineOf,
  type TimelineLayout,
} from '@belay/canvas'
import type { SessionState, Span, SpanId, TraceEvent, TurnId, TurnState } from '@belay/trace'
import type { Playhead } from './board-props'

export interface TurnPicture {
  readonly turn: TurnState | null
  readonly layout: TimelineLayout
  readonly lookup: MarkLookup
}

const EMPTY_LAYOUT = layoutTimeline([])
const EMPTY: TurnPicture = { turn: null, layout: EMPTY_LAYOUT, lookup: lookUpMarks(EMPTY_LAYOUT, new Map()) }

export class TurnPictures {
  /** Of the whole turn, as far as it is known. */
  #picture: TurnPicture = EMPTY
  #cut: { readonly at: Playhead; readonly of: TurnPicture; readonly picture: TurnPicture } | null = null
  #state: SessionState | null = null
  /** Events of the turn that the picture knows of. */
  #known = 0
  #stale = true
  #marks = new Map<SpanId, MarkSign>()
  readonly #open = new Set<GroupKey>()
  #outline: { readonly of: TimelineLayout; readonly outline: Outline } | null = null

  get current(): TurnPicture {
    return this.#cut?.picture ?? this.#picture
  }

  /** The turn with all that came after the playhead, for what goes by its whole length. */
  get whole(): TurnPicture {
    return this.#picture
  }

  update(state: SessionState, id: TurnId | null, playhead: Playhead | null = null): TurnPicture {
    const whole = this.#wholeOf(state, id)
    if (playhead === null) this.#cut = null
    else if (this.#cut?.of !== whole || this.#cut.at.event !== playhead.event || this.#cut.at.state !== playhead.state)
      this.#cut = { at: playhead, of: whole, picture: pictureAt(whole, playhead) }
    return this.current
  }

  #wholeOf(state: SessionState, id: TurnId | null): TurnPicture {
    const turn = id === null ? null : (state.turnById.get(id) ?? null)
    if (turn !== this.#picture.turn || state !== this.#state) this.#forget(state)
    if (turn === null) return this.#picture
    const fresh = turn.events.slice(this.#known)
    if (fresh.length === 0 && !this.#stale) return this.#picture
    const layout =
      this.#stale || fresh.some(movesBars) ? layoutTimeline(spansOf(state, turn), this.#open) : this.#picture.layout
    this.#picture = { turn, layout, lookup: lookUpMarks(layout, addMarks(this.#marks, state, fresh)) }
    this.#known = turn.events.length
    this.#stale = false
    return this.#picture
  }

  toggle(key: GroupKey): void {
    if (!this.#open.delete(key)) this.#open.add(key)
    this.#stale = true
  }

  /** Opens the group that hides a span. Says whether there was one. */
  reveal(span: SpanId): boolean {
    const { layout } = this.current
    const index = layout.tree.indexOf.get(span)
    const key = index === undefined ? null : groupHiding(layout, index)
    if (key !== null) this.toggle(key)
    return key !== null
  }

  outline(): Outline {
    const { layout } = this.current
    if (this.#outline?.of !== layout) this.#outline = { of: layout, outline: outlineOf(layout) }
    return this.#outline.outline
  }

  /** Whether the turn goes on before one's eyes: there is a *now*. */
  get live(): boolean {
    return this.#runs && this.#cut === null
  }

  get #runs(): boolean {
    const { turn } = this.#picture
    return turn !== null && turn.endedAt === null
  }

  /** Milliseconds after zero to which the turn goes; `serverMs` is the present. */
  nowMs(serverMs: number): number {
    const { turn, layout } = this.#picture
    const at = this.#runs ? serverMs : (turn?.endedAt ?? 0)
    return Math.max(at - layout.tree.baseMs, layout.endMs)
  }

  /** Milliseconds after zero at which the playhead stands; null where nobody walks. */
  get playheadMs(): number | null {
    if (this.#cut === null) return null
    const { at, picture } = this.#cut
    return Math.max(at.atMs - picture.layout.tree.baseMs, picture.layout.endMs, 0)
  }

  /** Milliseconds after zero to which what runs is drawn. */
  shownMs(serverMs: number): number {
    return this.playheadMs ?? this.nowMs(serverMs)
  }

  cost(nowMs: number): HookCost {
    return hookCost(this.current.layout.tree, nowMs)
  }

  #forget(state: SessionState): void {
    this.#state = state
    this.#picture = EMPTY
    this.#cut = null
    this.#known = 0
    this.#stale = true
    this.#marks = new Map()
    this.#open.clear()
  }
}

function pictureAt(whole: TurnPicture, { state }: Playhead): TurnPicture {
  const then = whole.turn === null ? undefined : state.turnById.get(whole.turn.id)
  const layout = layoutUntil(whole.layout, then === undefined ? [] : spansOf(state, then))
  const marks = then === undefined ? new Map() : marksOfTurn(state, then)
  return { turn: whole.turn, layout, lookup: lookUpMarks(layout, marks) }
}

function movesBars(event: TraceEvent): boolean {
  return event.type === 'span.started' || event.type === 'span.ended' || event.type === 'span.changed'
}

function spansOf(state: SessionState, turn: TurnState): readonly Span[] {
  return turn.spans.map((id) => state.spans.get(id)).filter((span) => span !== undefined)
}
