/**
 * Edits of one session and the steps back and forth through them, in a line. Promises: a step waits for what was asked for
 * before it, so that it takes back that and not what came earlier; edits do not wait for each other, only for steps.
 */
export class EditLine {
  #edits: Promise<unknown> = Promise.resolve()
  #steps: Promise<unknown> = Promise.resolve()

  edit<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#steps.then(work)
    this.#edits = Promise.allSettled([this.#edits, done])
    return done
  }

  step<T>(work: () => Promise<T>): Promise<T> {
    const done = Promise.allSettled([this.#edits, this.#steps]).then(work)
    this.#steps = Promise.allSettled([done])
    return done
  }
}
