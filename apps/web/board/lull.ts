/** Says something at once where it is urgent or has not been said for a while, else after that while, and then the latest. */
export class Lull {
  readonly #everyMs: number
  readonly #say: () => void
  #saidMs = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(everyMs: number, say: () => void) {
    this.#everyMs = everyMs
    this.#say = say
  }

  changed(timeMs: number, urgent: boolean): void {
    const wait = this.#saidMs + this.#everyMs - timeMs
    if (urgent || wait <= 0) this.#tell(timeMs)
    else this.#timer ??= setTimeout(() => this.#tell(timeMs + wait), wait)
  }

  /** What waits to be said is said now. */
  flush(timeMs: number): void {
    if (this.#timer !== null) this.#tell(timeMs)
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #tell(timeMs: number): void {
    this.end()
    this.#saidMs = timeMs
    this.#say()
  }
}
