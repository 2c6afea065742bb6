/** What came just now, for as long as its pulse can be seen. None for those who asked for stillness. */
import { PULSE_MS, prefersStillness } from './motion'

export interface Pulse<T> {
  readonly of: T
  readonly sinceMs: number
}

export class Pulses<T> {
  #pulses: readonly Pulse<T>[] = []

  get all(): readonly Pulse<T>[] {
    return this.#pulses
  }

  /** In place of those that it is like: many in a moment are one to the eye. */
  add(of: T, sinceMs: number, isLike: (other: T) => boolean = () => false): void {
    if (prefersStillness()) return
    this.#pulses = [...this.#pulses.filter((pulse) => !isLike(pulse.of)), { of, sinceMs }]
  }

  /** Lets go of what has faded. Says whether something is left. */
  step(timeMs: number): boolean {
    if (this.#pulses.length > 0) this.#pulses = this.#pulses.filter(({ sinceMs }) => timeMs - sinceMs < PULSE_MS)
    return this.#pulses.length > 0
  }

  clear(): void {
    this.#pulses = []
  }
}
