/**
 * How often something slow may be done: what takes longer than two frames gets a third of the time and no more, the
 * rest is for people. What is quick is never held back.
 */
const SLOW_MS = 40
const SHARE = 3

export class Pace {
  #afterMs = 0

  /** Does it, unless it is too early. Says whether it was done. */
  run(work: () => void, clock: () => number): boolean {
    const began = clock()
    if (began < this.#afterMs) return false
    work()
    const took = clock() - began
    this.#afterMs = took > SLOW_MS ? began + took * SHARE : 0
    return true
  }
}
