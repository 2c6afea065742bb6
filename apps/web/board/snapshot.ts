/** The one seam between a board and React: a value that changes as a whole, and word of it when it does. */
export class Snapshot<T> {
  #value: T
  readonly #listeners = new Set<() => void>()

  constructor(value: T) {
    this.#value = value
  }

  readonly get = (): T => this.#value

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Says nothing where nothing differs. */
  set(change: Partial<T>): void {
    const next = { ...this.#value, ...change }
    if (Object.entries(change).every(([key, value]) => Object.is(value, this.#value[key as keyof T]))) return
    this.#value = next
    for (const listener of this.#listeners) listener()
  }
}
