/**
 * The timeline on its element: takes facts in, keeps the camera, paints in the page's frames, and says what was clicked.
 * Nothing here is React, and no movement of the camera passes through it.
 */
import { type Group, type TimelineHit, type TimelinePicture, type Viewport, viewAtOverview } from '@belay/canvas'
import type { SpanId } from '@belay/trace'
import { BoardCanvas } from './board-canvas'
import type { TimelineProps } from './board-props'
import { type GestureSink, listenGestures, type Spot } from './gestures'
import { Mover } from './mover'
import { PALETTES } from './palette'
import { Pulses } from './pulses'
import { Snapshot } from './snapshot'
import { clientRectOf, rangeOf, viewRevealing } from './span-place'
import { INSET_PX, minimapBox, ROWS_Y, rowsSize } from './timeline-areas'
import { listenTimelineKeys } from './timeline-keys'
import { paintTimeline, paintTimelineOverlay, type TimelineScreen } from './timeline-paint'
import { hitAt, onMinimap, TimelinePointer } from './timeline-pointer'
import { sameTip, type Tip } from './tip'
import { TurnPictures } from './turn-picture'

/** What React shows of the board: it changes by facts and by what is pointed at, never by the camera alone. */
export interface TimelineView {
  /** Counts the changes of what is shown, for the tree that mirrors it. */
  readonly changes: number
  readonly spans: number
  readonly hookMs: number
  readonly totalMs: number
  /** `away`: a live turn goes on out of view. */
  readonly follow: 'none' | 'following' | 'away'
  readonly tip: Tip | null
}

export const EMPTY_VIEW: TimelineView = { changes: 0, spans: 0, hookMs: 0, totalMs: 0, follow: 'none', tip: null }

/** Layouts that take longer than a part of a frame get one tenth of the time, no more: the rest is for people. */
const SLOW_LAYOUT_MS = 8
const LAYOUT_SHARE = 10
/** The figures of the head are for reading: four times a second is enough. */
const COST_EVERY_MS = 250

export class TimelineBoard {
  readonly view = new Snapshot<TimelineView>(EMPTY_VIEW)
  readonly pictures = new TurnPictures()
  readonly #canvas: BoardCanvas
  readonly #mover = new Mover({ extent: { endMs: 0, height: 0 }, nowMs: null })
  readonly #pointer = new TimelinePointer()
  readonly #pulses = new Pulses<SpanId>()
  #props: TimelineProps | null = null
  #shown: Viewport = this.#mover.camera.view
  #focused: SpanId | null = null
  #verdicts = 0
  #layoutAfterMs = 0
  #late = false
  #costAtMs = 0

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
    this.#canvas.onEnd(listenGestures(host, this.#gestures()))
    this.#canvas.onEnd(listenTimelineKeys(keys, this.#mover, this.#commands()))
    this.#resized()
  }

  update(props: TimelineProps): void {
    const before = this.#props
    this.#props = props
    const facts = before?.turn !== props.turn || before.state !== props.state || before.version !== props.version
    if (facts) this.#canvas.request('layout')
    if (before?.selection !== props.selection) this.#select()
    if (before?.theme !== props.theme) this.#canvas.request('paint')
  }

  destroy(): void {
    this.#canvas.destroy()
  }

  follow(): void {
    this.#mover.follow(performance.now())
    this.#canvas.request('paint')
  }

  /** The span that the keyboard is at in the tree; null when it is not there. */
  focus(span: SpanId | null): void {
    if (span === this.#focused) return
    this.#focused = span
    if (span !== null) this.#reveal(span)
    this.#canvas.request('paint')
  }

  toggle(group: Group): void {
    this.pictures.toggle(group.key)
    this.#canvas.request('layout')
  }

  /** Where a span is on the page, or null where it is not in view. */
  rectOf(span: SpanId): DOMRect | null {
    return clientRectOf(this.#picture(), span, this.#canvas.corner())
  }

  #layout(): void {
    const props = this.#props
    if (props === null) return
    const began = performance.now()
    this.#late = began < this.#layoutAfterMs
    if (this.#late) return
    const before = this.pictures.current
    let after = this.pictures.update(props.state, props.turn)
    const { selection } = props
    if (selection?.kind === 'span' && this.pictures.reveal(selection.span))
      after = this.pictures.update(props.state, props.turn)
    if (after.turn !== before.turn) this.#turned()
    if (after !== before) this.#changed()
    const took = performance.now() - began
    this.#layoutAfterMs = took > SLOW_LAYOUT_MS ? began + took * LAYOUT_SHARE : 0
  }

  /** Another turn is shown: from its beginning, all of it. */
  #turned(): void {
    this.#verdicts = this.pictures.current.turn?.verdicts.length ?? 0
    this.#pulses.clear()
    this.#pointer.forget()
    const { width, height } = this.#canvas.size
    this.#mover.start(rowsSize(width, height), this.#cameraScene())
  }

  #changed(): void {
    const { turn, layout } = this.pictures.current
    const timeMs = performance.now()
    for (const { span } of turn?.verdicts.slice(this.#verdicts) ?? []) if (span !== null) this.#pulses.add(span, timeMs)
    this.#verdicts = turn?.verdicts.length ?? 0
    this.#costAtMs = 0
    this.view.set({ changes: this.view.get().changes + 1, spans: layout.tree.spans.length })
  }

  /** A resized canvas is blank until it is painted: not a frame later, but now. */
  #resized(): void {
    const { width, height } = this.#canvas.size
    this.#mover.resize(rowsSize(width, height))
    this.#shown = this.#mover.camera.view
    this.#canvas.draw()
  }

  #nowMs(): number {
    return this.pictures.nowMs(this.#props?.nowMs() ?? 0)
  }

  #cameraScene() {
    const nowMs = this.#nowMs()
    const extent = { endMs: nowMs, height: this.pictures.current.layout.height }
    return { extent, nowMs: this.pictures.live ? nowMs : null }
  }

  #paint(timeMs: number): boolean {
    if (this.#late) this.#layout()
    this.#mover.step(this.#cameraScene(), timeMs)
    this.#shown = this.#mover.view(timeMs)
    const pulsing = this.#pulses.step(timeMs)
    this.#point()
    this.#canvas.draw()
    this.#tell(timeMs)
    if (this.#mover.moves || pulsing || this.#late) return true
    this.#waitForTime()
    return false
  }

  /** Only time goes on: the next frame when *now* has moved by half a pixel, four a second at least. */
  #waitForTime(): void {
    this.#canvas.rest()
    if (!this.pictures.live) return
    const wait = Math.min(Math.max(this.#shown.msPerPx / 2, 16), 250)
    this.#canvas.later(wait, () => this.#canvas.request('paint'))
  }

  #tell(timeMs: number): void {
    const follow = !this.pictures.live ? 'none' : this.#mover.camera.following ? 'following' : 'away'
    this.view.set({ follow })
    if (timeMs - this.#costAtMs < COST_EVERY_MS) return
    this.#costAtMs = timeMs
    this.view.set({ ...this.pictures.cost(this.#nowMs()) })
  }

  #picture(): TimelinePicture {
    const { layout, lookup } = this.pictures.current
    return { layout, lookup, view: this.#shown, nowMs: this.#nowMs() }
  }

  #screen(): TimelineScreen {
    const picture = this.#picture()
    const selection = this.#props?.selection
    return {
      picture,
      live: this.pictures.live,
      palette: PALETTES[this.#props?.theme ?? 'dark'],
      labels: this.#canvas.labels,
      hovered: this.#pointer.hovered(picture),
      selected: selection?.kind === 'span' ? selection.span : null,
      focused: this.#focused,
      pulses: this.#pulses.all,
      timeMs: performance.now(),
    }
  }

  #point(): void {
    const picture = this.#picture()
    this.#pointer.look(picture)
    this.#mover.aim = this.#pointer.at?.x ?? null
    this.#canvas.host.style.cursor = this.#pointer.cursor(this.#canvas.size.width)
    const tip = this.#pointer.tip(picture, this.#canvas.size)
    if (!sameTip(tip, this.view.get().tip)) this.view.set({ tip })
  }

  #gestures(): GestureSink {
    const paint = () => this.#canvas.request('paint')
    return {
      pan: ({ x, y }) => {
        // Where nothing is below, a wheel that only turns goes along time.
        const rows = this.pictures.current.layout.height > this.#shown.height
        if (!rows && x === 0) this.#mover.pan(y, 0)
        else this.#mover.pan(x, y)
        paint()
      },
      zoom: (factor, at) => {
        this.#mover.zoom(factor, at.x)
        paint()
      },
      grab: (at) => {
        if (!onMinimap(at, this.#canvas.size.width)) return null
        this.#showOnMinimap(at)
        return (to) => this.#showOnMinimap(to)
      },
      hover: (at) => {
        this.#pointer.at = at
        paint()
      },
      click: (at) => this.#click(at),
      doubleClick: (at) => this.#fit(hitAt(this.#picture(), at)),
      menu: (at) => this.#click(at),
    }
  }

  #showOnMinimap({ x }: Spot): void {
    const box = minimapBox(this.#canvas.size.width)
    if (box === null) return
    const at = { px: x - box.x - INSET_PX, width: box.width - 2 * INSET_PX, endMs: this.#nowMs() }
    this.#mover.move(viewAtOverview(this.#mover.camera.view, at))
    this.#canvas.request('paint')
  }

  #click(at: Spot): void {
    if (at.y < ROWS_Y) return
    const hit = hitAt(this.#picture(), at)
    if (hit?.kind === 'group') this.toggle(hit.group)
    else {
      const span = hit === null ? undefined : this.pictures.current.layout.tree.spans[hit.index]
      this.#props?.onSelect(span === undefined ? null : { kind: 'span', span: span.id })
    }
  }

  #commands() {
    return {
      paint: () => this.#canvas.request('paint'),
      clear: () => this.#props?.onSelect(null),
      fitAll: () => this.#fit(null),
      fitSelection: () => this.#fit(this.#selectedHit()),
    }
  }

  #selectedHit(): TimelineHit | null {
    const selection = this.#props?.selection
    const index = selection?.kind === 'span' ? this.pictures.current.layout.tree.indexOf.get(selection.span) : undefined
    return index === undefined ? this.#pointer.hit : { kind: 'span', index, merged: 1 }
  }

  #fit(hit: TimelineHit | null): void {
    if (hit === null) this.#mover.fitAll(performance.now())
    else this.#mover.fit(rangeOf(this.#picture(), hit), performance.now())
    this.#canvas.request('paint')
  }

  #select(): void {
    const selection = this.#props?.selection
    this.#canvas.request('paint')
    if (selection?.kind !== 'span') return
    if (this.pictures.reveal(selection.span)) this.#canvas.request('layout')
    this.#reveal(selection.span)
  }

  /** Brings a span into view, no further than needed. */
  #reveal(span: SpanId): void {
    const { view } = this.#mover.camera
    const revealed = viewRevealing({ ...this.#picture(), view }, span, this.#cameraScene().extent)
    if (revealed !== null) this.#mover.glideTo(revealed, performance.now())
  }
}
