/**
 * Which lane (a thread of the trace viewer) each span is drawn on. A viewer nests by time alone, so on one lane two spans are
 * disjoint, or one is above the other and contains it. Promises this for any spans in any order; a child shares the lane of its
 * parent wherever that holds. Holds nothing of a span that was closed.
 */
import type { SpanId } from '@belay/trace'

export interface Lanes {
  /** A span that has started, at a whole number of whatever the times count. */
  open(id: SpanId, parent: SpanId | null, start: number): void
  /** The lane, from 1, that a span with this end is drawn on. Only now is it certain. */
  close(id: SpanId, end: number): number
  /** The lane of a span that is open; null where it is not. */
  laneOf(id: SpanId): number | null
  /** How many lanes there are. */
  count(): number
}

interface Placed {
  readonly id: SpanId
  readonly start: number
}

interface Lane {
  readonly number: number
  /** The spans that are open on it, each within the one before. */
  readonly open: Placed[]
  /** The latest end on it: nothing that starts before may come to it. */
  until: number
}

export function makeLanes(): Lanes {
  const lanes: Lane[] = []
  const at = new Map<SpanId, Lane>()

  const free = (start: number): Lane => {
    const found = lanes.find((lane) => lane.open.length === 0 && lane.until <= start)
    if (found !== undefined) return found
    const lane: Lane = { number: lanes.length + 1, open: [], until: Number.NEGATIVE_INFINITY }
    lanes.push(lane)
    return lane
  }
  const put = (lane: Lane, placed: Placed): void => {
    lane.open.push(placed)
    at.set(placed.id, lane)
  }
  /** Spans within each other that have to leave a lane: they stay together. */
  const move = (spans: readonly Placed[]): void => {
    const [outer] = spans
    if (outer === undefined) return
    const lane = free(outer.start)
    for (const span of spans) put(lane, span)
  }
  const isBelow = (lane: Lane | undefined, parent: SpanId, start: number): lane is Lane => {
    const top = lane?.open.at(-1)
    return lane !== undefined && top?.id === parent && top.start <= start && lane.until <= start
  }

  return {
    open(id, parent, start) {
      if (at.has(id)) throw new Error(`span ${id} is open already`)
      const own = parent === null ? undefined : at.get(parent)
      put(parent !== null && isBelow(own, parent, start) ? own : free(start), { id, start })
    },
    close(id, end) {
      const lane = at.get(id)
      if (lane === undefined) throw new Error(`span ${id} is not open`)
      at.delete(id)
      const index = lane.open.findIndex((placed) => placed.id === id)
      const [own, ...above] = lane.open.splice(index)
      // What ended on this lane since this one started is within it only where it ends no later.
      const drawn = own === undefined || end >= lane.until ? lane : free(own.start)
      drawn.until = Math.max(drawn.until, end)
      move(above)
      return drawn.number
    },
    laneOf: (id) => at.get(id)?.number ?? null,
    count: () => lanes.length,
  }
}
