/** What of the rail the pointer is at, and the words about it while it asks. */
import type { RailModel, RailTarget, Spot } from '@belay/canvas'
import { Asking } from './asking'
import { wordsOf } from './rail-actions'
import type { Tip } from './tip'

interface Size {
  readonly width: number
  readonly height: number
}

export class RailPointer {
  readonly #asking = new Asking()
  #at: Spot | null = null
  #hovered: RailTarget | null = null

  /** In stage pixels; null while it is elsewhere. */
  get at(): Spot | null {
    return this.#at
  }

  get hovered(): RailTarget | null {
    return this.#hovered
  }

  moved(at: Spot | null): void {
    this.#at = at
    this.#asking.moved(at)
  }

  /** A key or a press: it asks no more. Says whether that changes what is shown. */
  busy(): boolean {
    return this.#asking.busy()
  }

  /** Looks again: the pointer moved, or what is under it did. `hit` is null while something is dragged. */
  look(hit: ((at: Spot) => RailTarget | null) | null): void {
    this.#hovered = this.#at === null || hit === null ? null : hit(this.#at)
  }

  tip(model: RailModel, size: Size): Tip | null {
    if (this.#at === null || this.#hovered === null || !this.#asking.asks) return null
    return { words: wordsOf(model, this.#hovered), merged: 1, ...this.#at, width: size.width, height: size.height }
  }
}
