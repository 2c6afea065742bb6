/**
 * What every board has: its layers on the element, its place among the page's frames, its labels in the page's font. A
 * board says how to lay out and how to paint; when, is decided here.
 */
import { type Frames, pageFrames, type Redraw, type Ticket } from './frames'
import { createLabels, type Labels } from './labels'
import { createStage, type Stage, type Surface } from './stage'

export interface BoardParts {
  readonly layers: readonly ((surface: Surface) => void)[]
  readonly layout: () => void
  /** Returns whether something moves, so that the next frame is wanted. */
  readonly paint: (timeMs: number) => boolean
  readonly resized: () => void
}

export class BoardCanvas {
  readonly host: HTMLDivElement
  labels: Labels
  readonly #stage: Stage
  readonly #layers: number
  readonly #ticket: Ticket
  readonly #endings: (() => void)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: HTMLDivElement, parts: BoardParts, frames: Frames = pageFrames()) {
    this.host = host
    this.labels = createLabels(getComputedStyle(host).fontFamily)
    this.#layers = parts.layers.length
    this.#ticket = frames.join({ layout: parts.layout, paint: parts.paint })
    this.#stage = createStage(host, { layers: parts.layers, resized: parts.resized })
    const fontsLoaded = () => {
      this.labels = createLabels(getComputedStyle(host).fontFamily)
      this.request('paint')
    }
    document.fonts.addEventListener('loadingdone', fontsLoaded)
    this.onEnd(() => document.fonts.removeEventListener('loadingdone', fontsLoaded))
  }

  get size(): { readonly width: number; readonly height: number } {
    return { width: Math.max(this.#stage.width, 1), height: Math.max(this.#stage.height, 1) }
  }

  request(level: Redraw): void {
    this.#ticket.request(level)
  }

  /** Calls once after a while; a later call takes its place. */
  later(ms: number, run: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(run, ms)
  }

  /** Nothing is waited for any more. */
  rest(): void {
    clearTimeout(this.#timer)
  }

  draw(from = 0): void {
    for (let layer = from; layer < this.#layers; layer += 1) this.#stage.draw(layer)
  }

  corner(): DOMRect {
    return this.host.getBoundingClientRect()
  }

  onEnd(end: () => void): void {
    this.#endings.push(end)
  }

  destroy(): void {
    for (const end of this.#endings) end()
    this.rest()
    this.#ticket.leave()
    this.#stage.destroy()
  }
}
