/**
 * The timeline on its element: takes facts in, paints in the page's frames, and says what was clicked. Nothing here is
 * React, and no movement of the camera passes through it.
 */
import type { Group, TimelinePicture } from '@belay/canvas'
import type { SpanId } from '@belay/trace'
import type { Action } from '../components/actions/action'
import { Asking } from './asking'
import { BoardCanvas } from './board-canvas'
import type { TimelineProps } from './board-props'
import { Drawn } from './drawn'
import { listenGestures } from './gestures'
import { Lull } from './lull'
import { Pace } from './pace'
import { PALETTES } from './palette'
import { Pulses } from './pulses'
import { Snapshot } from './snapshot'
import { clientRectOf, middleOf } from './span-place'
import { TimelineActions } from './timeline-actions'
import { ROWS_Y, rowsSize } from './timeline-areas'
import { TimelineCamera } from './timeline-camera'
import { timelineActions } from './timeline-commands'
import { TimelineHands } from './timeline-hands'
import { listenTimelineKeys } from './timeline-keys'
import { paintTimeline, paintTimelineOverlay, type TimelineScreen } from './timeline-paint'
import { type PinSpot, pinAt, TimelinePointer } from './timeline-pointer'
import { TimelineRange } from './timeline-range'
import { NO_TOOLS, TimelineTools, type ToolsView } from './timeline-tools'
import { sameTip, type Tip } from './tip'
import { TurnPictures } from './turn-picture'

/** What React shows of the board: it changes by facts and by what is pointed at, never by the camera alone. */
export interface TimelineView {
  /** Counts the changes of what is shown, for the tree that mirrors it. */
  readonly changes: number
  readonly spans: number
  readonly hookMs: number
  readonly totalMs: number
  readonly follow: TimelineCamera['follow']
  readonly tip: Tip | null
  readonly tools: ToolsView
  /** What the last key came to, for those who do not see it. */
  readonly said: string
}

export const EMPTY_VIEW: TimelineView = {
  ...{ changes: 0, spans: 0, hookMs: 0, totalMs: 0, follow: 'none', tip: null, tools: NO_TOOLS, said: '' },
}

/** A reader of the tree hears of a storm this often; what the keyboard is at is told at once. */
const TELL_EVERY_MS = 200

/** *Now* alone moves what is drawn thirty times a second at most. */
const NOW_EVERY_MS = 32

/** The figures of the head are for reading: four times a second is enough. */
const COST_EVERY_MS = 250

export class TimelineBoard {
  readonly view = new Snapshot<TimelineView>(EMPTY_VIEW)
  readonly pictures = new TurnPictures()
  readonly #pointer = new TimelinePointer()
  readonly #asking = new Asking()
  readonly tools = new TimelineTools(this.pictures, () => this.#props)
  readonly #camera = new TimelineCamera(this.pictures, () => this.#props?.nowMs() ?? 0)
  readonly actions = new TimelineActions({
    tools: this.tools,
    pictures: this.pictures,
    camera: this.#camera,
    props: () => this.#props,
    meant: () => this.#meant(),
    changed: () => this.#toolsChanged(),
    say: (said) => this.view.set({ said }),
  })
  readonly #range = new TimelineRange(this.#camera)
  readonly #hands = new TimelineHands({
    ...{ camera: this.#camera, tools: this.tools, actions: this.actions, pictures: this.pictures },
    ...{ pointer: this.#pointer, asking: this.#asking, canvas: () => this.#canvas },
    select: (selection) => this.#props?.onSelect(selection),
    toggle: (group) => this.toggle(group),
    selectedIndex: () => this.#selectedIndex(),
  })
  /** What can be done here, by name. */
  readonly named: readonly Action[]
  readonly #canvas: BoardCanvas
  readonly #pulses = new Pulses<SpanId>()
  readonly #pace = new Pace()
  readonly #drawn = new Drawn()
  readonly #telling = new Lull(TELL_EVERY_MS, () => this.#tellChange())
  /** What the layers show: all of them the same *now*. */
  #shown: TimelinePicture | null = null
  #props: TimelineProps | null = null
  #focused: SpanId | null = null
  #verdicts = 0
  #walks = false
  #late = false
  #costAtMs = 0
  #rowsTop = ROWS_Y
  #pin: PinSpot | null = null

  /** Paints into `host`; hears keys on `keys`. */
  constructor(host: HTMLDivElement, keys: HTMLElement) {
    this.#canvas = new BoardCanvas(host, {
      layers: [
        (surface) => paintTimeline(surface, this.#screen()),
        (surface) => paintTimelineOverlay(surface, this.#screen()),
      ],
      layout: () => this.#layout(),
      paint: (timeMs) => this.#paint(timeMs),
      resized: () => this.#resized(),
    })
    this.#canvas.onEnd(listenGestures(host, this.#hands.gestures()))
    const commands = this.#hands.commands()
    this.named = timelineActions(commands)
    this.#canvas.onEnd(listenTimelineKeys(keys, { mover: this.#camera.mover, commands, actions: this.named }))
    this.#resized()
  }

  update(props: TimelineProps): void {
    const before = this.#props
    this.#props = props
    this.#range.hear(props.range, before?.range ?? null)
    const facts = before?.turn !== props.turn || before.state !== props.state || before.version !== props.version
    if (facts || before.playhead !== props.playhead) this.#canvas.request('layout')
    if (before?.selection !== props.selection) {
      // Which hit of a search is selected is told with it.
      this.#costAtMs = 0
      this.#showSelection()
    }
    if (before?.theme !== props.theme) this.#canvas.request('paint')
  }

  destroy(): void {
    this.#telling.end()
    this.#range.end()
    this.#canvas.destroy()
  }

  follow(): void {
    this.#camera.mover.follow(performance.now())
    this.#canvas.request('paint')
  }

  /** The span that the keyboard is at in the tree; null when it is not there. */
  focus(span: SpanId | null): void {
    if (span === this.#focused) return
    this.#focused = span
    this.#telling.flush(performance.now())
    if (span !== null) this.#camera.reveal(span, performance.now())
    this.#canvas.request('paint')
  }

  toggle(group: Group): void {
    this.tools.lanesMove()
    this.pictures.toggle(group.key)
    this.#canvas.request('layout')
  }

  /** Milliseconds after zero to which the turn is shown. */
  get shownMs(): number {
    return this.#camera.shownMs
  }

  /** Where a span is on the page, or null where it is not in view. */
  rectOf(span: SpanId): DOMRect | null {
    const { left, top } = this.#canvas.corner()
    return clientRectOf(this.#camera.picture, span, { left, top: top + this.tools.rowsTop })
  }

  #layout(): void {
    const props = this.#props
    if (props === null) return
    const done = this.#pace.run(
      () => this.#take(props),
      () => performance.now(),
    )
    this.#late = !done
  }

  #take({ state, turn, playhead }: TimelineProps): boolean {
    const before = this.pictures.current
    const after = this.pictures.update(state, turn, playhead)
    if (after === before) return false
    if (after.turn !== before.turn) this.#turned()
    this.#changed()
    return true
  }

  /** Once a walk, when it begins: on the way the camera is the person's. A canvas that has no size yet fits nothing. */
  #walk(timeMs: number): void {
    const walks = this.pictures.playheadMs !== null
    if (walks === this.#walks || this.#canvas.size.width <= 1) return
    this.#walks = walks
    if (walks) this.#camera.beginWalk(timeMs)
    else this.#camera.endWalk(timeMs)
  }

  #turned(): void {
    this.tools.turned()
    this.#verdicts = this.pictures.current.turn?.verdicts.length ?? 0
    this.#pulses.clear()
    this.#pointer.forget()
    this.#camera.start(rowsSize(this.#canvas.size, this.tools.rowsTop))
    this.#showSelection()
  }

  #changed(): void {
    const { turn } = this.pictures.current
    const timeMs = performance.now()
    for (const { span } of turn?.verdicts.slice(this.#verdicts) ?? []) if (span !== null) this.#pulses.add(span, timeMs)
    this.#verdicts = turn?.verdicts.length ?? 0
    this.#costAtMs = 0
    this.#telling.changed(timeMs, this.#focused !== null || !this.pictures.live)
  }

  #tellChange(): void {
    this.view.set({ changes: this.view.get().changes + 1, spans: this.pictures.current.layout.tree.spans.length })
  }

  /** A selected span comes into view, out of its group if need be. Closing that group again is up to the person. */
  #showSelection(): void {
    const selection = this.#props?.selection
    this.#canvas.request('paint')
    if (selection?.kind !== 'span') return
    if (this.pictures.reveal(selection.span)) {
      this.tools.lanesMove()
      if (this.#props !== null) this.pictures.update(this.#props.state, this.#props.turn, this.#props.playhead)
      this.#changed()
    }
    this.#camera.reveal(selection.span, performance.now())
  }

  /** A resized canvas is blank until it is painted: not a frame later, but now. */
  #resized(): void {
    this.#rowsTop = this.tools.rowsTop
    this.#camera.resize(rowsSize(this.#canvas.size, this.#rowsTop))
    this.#shown = this.#camera.picture
    this.#canvas.draw()
  }

  #paint(timeMs: number): boolean {
    if (this.#late) this.#layout()
    if (this.tools.rowsTop !== this.#rowsTop) this.#resized()
    this.#range.go(this.pictures.current.turn !== null && this.#canvas.size.width > 1)
    this.#walk(timeMs)
    this.#camera.step(timeMs)
    const pulsing = this.#pulses.step(timeMs)
    this.#point()
    this.#draw(timeMs)
    this.#tell(timeMs)
    if (this.#camera.mover.moves || pulsing || this.#late) return true
    this.#waitForTime()
    return false
  }

  /** Pulses and the pointer move the overlay alone. */
  #draw(timeMs: number): void {
    const { picture } = this.#camera
    const { layout, lookup, view, nowMs } = picture
    const { startMs, msPerPx, top, width, height } = view
    const place = [startMs, msPerPx, top, width, height]
    const { labels } = this.#canvas
    const laid = [this.tools.changes, this.tools.path(nowMs), this.tools.found(nowMs), this.tools.strip]
    const parts = [layout, lookup, ...place, labels, this.#props?.theme, this.pictures.live, ...laid]
    const due = this.#drawn.isDue(parts, { value: nowMs, timeMs, everyMs: NOW_EVERY_MS })
    if (due || this.#shown === null) this.#shown = picture
    this.#canvas.draw(due ? 0 : 1)
  }

  /** Only time goes on: the next frame when *now* has moved by half a pixel, four a second at least. */
  #waitForTime(): void {
    this.#canvas.rest()
    if (!this.pictures.live) return
    const wait = Math.min(Math.max(this.#camera.picture.view.msPerPx / 2, NOW_EVERY_MS), 250)
    this.#canvas.later(wait, () => this.#canvas.request('paint'))
  }

  #tell(timeMs: number): void {
    this.view.set({ follow: this.#camera.follow })
    if (this.#props !== null && this.pictures.current.turn !== null) this.#range.tell(this.#props.onRange)
    if (timeMs - this.#costAtMs < COST_EVERY_MS) return
    this.#costAtMs = timeMs
    this.view.set({ ...this.pictures.cost(this.#camera.shownMs) })
    this.#tellTools()
  }

  #screen(): TimelineScreen {
    const picture = this.#shown ?? this.#camera.picture
    const selection = this.#props?.selection
    return {
      picture,
      live: this.pictures.live,
      walked: this.pictures.playheadMs !== null,
      whole: { layout: this.pictures.whole.layout, endMs: this.#camera.nowMs },
      palette: PALETTES[this.#props?.theme ?? 'dark'],
      labels: this.#canvas.labels,
      hovered: this.#pointer.hovered(picture),
      selected: selection?.kind === 'span' ? selection.span : null,
      focused: this.#focused,
      pulses: this.#pulses.all,
      rowsTop: this.tools.rowsTop,
      strip: this.tools.strip,
      path: this.tools.path(picture.nowMs),
      area: this.tools.area,
      found: this.tools.found(picture.nowMs),
      pinY: this.#pin?.y ?? null,
      timeMs: performance.now(),
    }
  }

  #point(): void {
    const { picture } = this.#camera
    this.#pointer.look(picture, this.tools)
    this.#pin = this.#pointer.at === null ? null : pinAt(picture, this.#pointer.at, this.tools)
    // While the keyboard is at a span its keys zoom to it: it stays in view.
    const at = this.#focused === null ? null : middleOf(picture, this.#focused)
    this.#camera.mover.aim = at ?? this.#pointer.at?.x ?? null
    this.#canvas.host.style.cursor = this.#pointer.cursor(this.#canvas.size.width)
    const tip = this.#asking.asks ? this.#pointer.tip(picture, this.#canvas.size) : null
    if (!sameTip(tip, this.view.get().tip)) this.view.set({ tip })
  }

  #selectedIndex(): number | null {
    const selection = this.#props?.selection
    if (selection?.kind !== 'span') return null
    return this.pictures.current.layout.tree.indexOf.get(selection.span) ?? null
  }

  #meant(): SpanId | null {
    const selection = this.#props?.selection
    const selected = selection?.kind === 'span' ? selection.span : null
    return this.#focused ?? selected ?? this.#pointer.hovered(this.#camera.picture)
  }

  /** What is laid over the timeline is measured anew in the next frame, and the tree says it. */
  #toolsChanged(): void {
    this.#tellTools()
    this.#tellChange()
    this.#canvas.request('paint')
  }

  /** At once, and not in the next frame: what is typed after the key that opens the search goes into it. */
  #tellTools(): void {
    this.view.set({ tools: this.tools.view(this.#camera.shownMs, this.#selectedIndex()) })
  }
}
