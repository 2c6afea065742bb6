/**
 * Greedy, stable interval packing: each interval, in order of its start, goes to the first lane that is free by then.
 * Two that merely touch share a lane. The same input gives the same lanes, and an interval never leaves its lane because a
 * later one came.
 */
export interface Intervals {
  /** Indices by ascending start. */
  readonly order: ArrayLike<number>
  readonly start: Float64Array
  readonly end: Float64Array
}

/** Cuts the order where nothing overlaps: what is in one stretch never meets what is in another. */
export function stretches({ order, start, end }: Intervals & { readonly order: readonly number[] }): number[][] {
  const found: number[][] = []
  let until = Number.NEGATIVE_INFINITY
  for (const index of order) {
    const from = start[index] ?? 0
    if (from >= until) found.push([])
    found.at(-1)?.push(index)
    until = Math.max(until, end[index] ?? 0)
  }
  return found
}

/** The lane of each, in the given order; null as soon as more than `most` lanes are needed. */
export function packLanes(intervals: Intervals, most: number): Int32Array | null {
  const { order, start, end } = intervals
  const lanes = new Int32Array(order.length)
  const free = new FreeLanes()
  for (let at = 0; at < order.length; at += 1) {
    const index = order[at] ?? 0
    const from = start[index] ?? 0
    const lane = free.first(from)
    if (lane >= most) return null
    lanes[at] = lane
    free.take(lane, end[index] ?? 0)
  }
  return lanes
}

/** The first lane whose last interval has ended, found in a tree of minima: many thousand lanes stay quick. */
class FreeLanes {
  #size = 16
  #until = new Float64Array(2 * 16).fill(Number.NEGATIVE_INFINITY)

  first(from: number): number {
    while ((this.#until[1] ?? 0) > from) this.#double()
    let node = 1
    while (node < this.#size) node = (this.#until[2 * node] ?? 0) <= from ? 2 * node : 2 * node + 1
    return node - this.#size
  }

  take(lane: number, until: number): void {
    let node = lane + this.#size
    this.#until[node] = until
    while (node > 1) {
      node >>>= 1
      this.#until[node] = Math.min(this.#until[2 * node] ?? 0, this.#until[2 * node + 1] ?? 0)
    }
  }

  #double(): void {
    const before = this.#until
    const size = this.#size
    this.#size = 2 * size
    this.#until = new Float64Array(4 * size).fill(Number.NEGATIVE_INFINITY)
    for (let lane = 0; lane < size; lane += 1) this.take(lane, before[size + lane] ?? 0)
  }
}
