/**
 * Whether a pointer that stands on something asks what it is. It does when it came there, and no more once a key or a
 * button was pressed: what opens then is not to have a tip behind it.
 */
import type { Spot } from './gestures'

export class Asking {
  #asks = false
  #at: Spot | null = null

  get asks(): boolean {
    return this.#asks
  }

  /** Browsers tell of a pointer also when only the page under it moved. */
  moved(at: Spot | null): void {
    if (at?.x === this.#at?.x && at?.y === this.#at?.y) return
    this.#at = at
    this.#asks = at !== null
  }

  /** Says whether something changes by it. */
  busy(): boolean {
    const before = this.#asks
    this.#asks = false
    return before
  }
}
