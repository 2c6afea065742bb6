/** What a layer was drawn from: while it is the same, and now has hardly moved, the layer is as good as drawn again. */
export class Drawn {
  #parts: readonly unknown[] = []
  #movedMs = Number.NEGATIVE_INFINITY
  #still: unknown = null

  /**
   * Whether to draw: one of `parts` is another, or `moving` is and was not drawn for `everyMs`. What is said to be drawn
   * is taken to be drawn.
   */
  isDue(
    parts: readonly unknown[],
    moving: { readonly value: unknown; readonly timeMs: number; readonly everyMs: number },
  ) {
    const same = parts.length === this.#parts.length && parts.every((part, at) => Object.is(part, this.#parts[at]))
    const early = moving.timeMs - this.#movedMs < moving.everyMs
    if (same && (early || Object.is(moving.value, this.#still))) return false
    this.#parts = parts
    this.#still = moving.value
    this.#movedMs = moving.timeMs
    return true
  }
}
