/**
 * The layout of the selected turn, kept as long as it holds: streamed text changes nothing, a verdict changes the signs,
 * only a span that starts, changes or ends lays the timeline out again.
 */
import {
  addMarks,
  type GroupKey,
  groupHiding,
  type HookCost,
  hookCost,
  layoutTimeline,
  lookUpMarks,
  type MarkLookup,
  type MarkSign,
  type Outline,
  outlineOf,
  type TimelineLayout,
} from '@belay/canvas'
import type { SessionState, Span, SpanId, TraceEvent, TurnId, TurnState } from '@belay/trace'

export interface TurnPicture {
  readonly turn: TurnState | null
  readonly layout: TimelineLayout
  readonly lookup: MarkLookup
}

const EMPTY_LAYOUT = layoutTimeline([])
const EMPTY: TurnPicture = { turn: null, layout: EMPTY_LAYOUT, lookup: lookUpMarks(EMPTY_LAYOUT, new Map()) }

export class TurnPictures {
  #picture: TurnPicture = EMPTY
  #state: SessionState | null = null
  /** Events of the turn that the picture knows of. */
  #known = 0
  #stale = true
  #marks = new Map<SpanId, MarkSign>()
  readonly #open = new Set<GroupKey>()
  #outline: { readonly of: TimelineLayout; readonly outline: Outline } | null = null

  get current(): TurnPicture {
    return this.#picture
  }

  update(state: SessionState, id: TurnId | null): TurnPicture {
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
    const index = this.#picture.layout.tree.indexOf.get(span)
    const key = index === undefined ? null : groupHiding(this.#picture.layout, index)
    if (key !== null) this.toggle(key)
    return key !== null
  }

  outline(): Outline {
    const { layout } = this.#picture
    if (this.#outline?.of !== layout) this.#outline = { of: layout, outline: outlineOf(layout) }
    return this.#outline.outline
  }

  /** Whether the turn goes on: there is a *now*. */
  get live(): boolean {
    const { turn } = this.#picture
    return turn !== null && turn.endedAt === null
  }

  /** Milliseconds after zero to which what runs is drawn; `serverMs` is the present. */
  nowMs(serverMs: number): number {
    const { turn, layout } = this.#picture
    const at = this.live ? serverMs : (turn?.endedAt ?? 0)
    return Math.max(at - layout.tree.baseMs, layout.endMs)
  }

  cost(nowMs: number): HookCost {
    return hookCost(this.#picture.layout.tree, nowMs)
  }

  #forget(state: SessionState): void {
    this.#state = state
    this.#picture = EMPTY
    this.#known = 0
    this.#stale = true
    this.#marks = new Map()
    this.#open.clear()
  }
}

function movesBars(event: TraceEvent): boolean {
  return event.type === 'span.started' || event.type === 'span.ended' || event.type === 'span.changed'
}

function spansOf(state: SessionState, turn: TurnState): readonly Span[] {
  return turn.spans.map((id) => state.spans.get(id)).filter((span) => span !== undefined)
}
