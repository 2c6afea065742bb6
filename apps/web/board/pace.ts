/**
 * How often something may be done. What takes longer than two frames gets a third of the time and no more; what is quick
 * is done at once a few times in a row, so that a verdict is in the next frame, and in a storm fifteen times a second:
 * nobody reads faster, and the rest of the time is for people.
 */
const SLOW_MS = 40
const SHARE = 3
const IN_A_ROW = 8
const STORM_MS = 66

export class Pace {
  #afterMs = 0
  #left = IN_A_ROW
  #countedMs = 0

  /** Does it, unless it is too early. Says whether it was done. `work` says whether there was something to do. */
  run(work: () => boolean, clock: () => number): boolean {
    const began = clock()
    this.#left = Math.min(IN_A_ROW, this.#left + (began - this.#countedMs) / STORM_MS)
    this.#countedMs = began
    if (began < this.#afterMs || this.#left < 1) return false
    if (work()) this.#left -= 1
    const took = clock() - began
    this.#afterMs = took > SLOW_MS ? began + took * SHARE : 0
    return true
  }
}
