/** The camera of the selected turn: what is in view now, and the ways to bring something else into view. */
import {
  type CameraScene,
  PAD_LEFT_PX,
  PAD_RIGHT_PX,
  reach,
  type TimelineHit,
  type TimelinePicture,
  toMs,
  type Viewport,
  viewAtOverview,
  viewOnOverview,
} from '@belay/canvas'
import type { SpanId } from '@belay/trace'
import type { TimeRange } from './board-props'
import type { Spot } from './gestures'
import { Mover } from './mover'
import { rangeOf, viewRevealing } from './span-place'
import { INSET_PX, minimapBox } from './timeline-areas'
import type { TurnPictures } from './turn-picture'
import { rangeAround } from './walk-range'

export interface Size {
  readonly width: number
  readonly height: number
}

export class TimelineCamera {
  readonly mover = new Mover({ extent: { endMs: 0, height: 0 }, nowMs: null })
  readonly #pictures: TurnPictures
  readonly #serverMs: () => number
  #shown: Viewport = this.mover.camera.view
  /** What a person had done to the camera when a walk took it; null where none did. */
  #walked: number | null = null

  /** `serverMs` is the present by the server's clock. */
  constructor(pictures: TurnPictures, serverMs: () => number) {
    this.#pictures = pictures
    this.#serverMs = serverMs
  }

  /** What is to be painted. */
  get picture(): TimelinePicture {
    const { layout, lookup } = this.#pictures.current
    return { layout, lookup, view: this.#shown, nowMs: this.shownMs }
  }

  /** To which what runs is drawn: the present, or the playhead. */
  get shownMs(): number {
    return this.#pictures.shownMs(this.#serverMs())
  }

  /** To which the turn goes, wherever the playhead stands. */
  get nowMs(): number {
    return this.#pictures.nowMs(this.#serverMs())
  }

  /** `away`: a live turn goes on out of view. */
  get follow(): 'none' | 'following' | 'away' {
    if (!this.#pictures.live) return 'none'
    return this.mover.camera.following ? 'following' : 'away'
  }

  /** A new turn: from its beginning, all of it. */
  start(rows: Size): void {
    this.mover.start(rows, this.#scene())
    this.#walked = null
  }

  /** Somebody begins to walk: what is around the playhead can be read, unless they chose a scale themselves. */
  beginWalk(timeMs: number): void {
    const { turn } = this.#pictures.whole
    if (turn === null || this.mover.camera.scale === 'own') return
    const baseMs = this.#pictures.whole.layout.tree.baseMs
    const timesMs = [...turn.events.map(({ at }) => at - baseMs), this.nowMs].sort((a, b) => a - b)
    const range = rangeAround({ timesMs, atMs: this.shownMs, widthPx: this.mover.camera.view.width })
    if (range === null) return
    this.mover.know(this.#scene())
    this.mover.fit(range, timeMs)
    this.#walked = this.mover.hands
  }

  /** All of the turn again, where the person left the camera to the walk. */
  endWalk(timeMs: number): void {
    if (this.#walked !== null && this.#walked === this.mover.hands) this.mover.fitAll(timeMs)
    this.#walked = null
  }

  resize(rows: Size): void {
    // The scene of the last frame may be a quarter of a second old: *now* went on.
    this.mover.know(this.#scene())
    this.mover.resize(rows)
    this.#shown = this.mover.camera.view
  }

  step(timeMs: number): void {
    this.mover.step(this.#scene(), timeMs)
    this.#shown = this.mover.view(timeMs)
  }

  pan({ x, y }: Spot): void {
    // Where nothing is below, a wheel that only turns goes along time.
    const rows = this.#pictures.current.layout.height > this.#shown.height
    if (!rows && x === 0) this.mover.pan(y, 0)
    else this.mover.pan(x, y)
  }

  /** From a press on the minimap: its frame goes along from where it was taken hold of; elsewhere its middle comes. */
  grabMinimap(from: Spot, width: number): (to: Spot) => void {
    const box = minimapBox(width)
    const px = box === null ? 0 : from.x - box.x - INSET_PX
    const seen = viewOnOverview(this.mover.camera.view, (box?.width ?? 0) - 2 * INSET_PX, this.nowMs)
    const held = px >= seen.x && px <= seen.x + seen.width ? px - (seen.x + seen.width / 2) : 0
    return ({ x, y }) => this.#showOnMinimap({ x: x - held, y }, width)
  }

  /** The middle of the view goes where the pointer is on the minimap. */
  #showOnMinimap({ x }: Spot, width: number): void {
    const box = minimapBox(width)
    if (box === null) return
    const at = { px: x - box.x - INSET_PX, width: box.width - 2 * INSET_PX, endMs: this.nowMs }
    this.mover.move(viewAtOverview(this.mover.camera.view, at))
  }

  fit(hit: TimelineHit | null, timeMs: number): void {
    if (hit === null) this.mover.fitAll(timeMs)
    else this.mover.fit(rangeOf(this.picture, hit), timeMs)
  }

  /** A stretch of time from the address; no glide: the page begins with it. */
  show({ fromMs, toMs }: TimeRange): void {
    this.mover.know(this.#scene())
    this.mover.fit({ fromMs, toMs }, 0)
    this.mover.move(this.mover.camera.view)
  }

  fitRange({ fromMs, toMs }: TimeRange, timeMs: number): void {
    this.mover.fit({ fromMs, toMs }, timeMs)
  }

  /** What a person chose to look at, to the microsecond; null where it is all of the turn, goes with *now*, or a walk chose. */
  get chosen(): TimeRange | null {
    const { view, scale, following } = this.mover.camera
    if (scale === 'fit' || (following && this.#pictures.live) || this.#walked === this.mover.hands) return null
    const rounded = (px: number) => Math.max(Math.round(toMs(view, px) * 1e3) / 1e3, 0)
    const [fromMs, until] = [rounded(PAD_LEFT_PX), rounded(view.width - PAD_RIGHT_PX)]
    return until > fromMs ? { fromMs, toMs: until } : null
  }

  /** Brings a span into view, no further than needed. */
  reveal(span: SpanId, timeMs: number): void {
    const { view } = this.mover.camera
    const scene = this.#scene()
    this.mover.know(scene)
    const revealed = viewRevealing({ ...this.picture, view }, span, reach(scene))
    if (revealed !== null) this.mover.glideTo(revealed, timeMs)
  }

  #scene(): CameraScene {
    const { nowMs } = this
    const extent = { endMs: nowMs, height: this.#pictures.current.layout.height }
    return { extent, nowMs: this.#pictures.live ? nowMs : null }
  }
}
