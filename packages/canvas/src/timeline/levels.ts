/**
 * What a row is at a zoom level: spans too short to be seen apart are one stretch each, computed once per level for the
 * whole row and never per frame. Stretches stand on the row's own times, so that panning never merges them anew.
 * A row that is laid out again is another row: what is remembered here goes with it.
 */
import { firstAtLeast } from '../search'
import type { Row } from './layout'
import { LEAST_BAR_PX } from './metrics'

export interface RowLevel {
  readonly count: number
  /** Places in the row: stretch `i` stands for `from[i]` to before `from[i + 1]`. */
  readonly from: Int32Array
  readonly startMs: Float64Array
  /** Infinity while running. At least the level's least length after the start. */
  readonly endMs: Float64Array
}

/** Two levels for each doubling: at its level a least bar is 3 to 4.2 px wide. */
const PER_DOUBLING = 2

/** The number of the level at a scale: all views of one level show the same stretches. */
export function levelAt(msPerPx: number): number {
  return Math.ceil(Math.log2(LEAST_BAR_PX * msPerPx) * PER_DOUBLING - 1e-9)
}

export function leastMsOf(level: number): number {
  return 2 ** (level / PER_DOUBLING)
}

/** Zooming passes levels in both directions; more are not asked for again soon. */
const KEPT = 4
const known = new WeakMap<Row, Map<number, RowLevel>>()

export function rowAtLevel(row: Row, level: number): RowLevel {
  let levels = known.get(row)
  if (levels === undefined) {
    levels = new Map()
    known.set(row, levels)
  }
  const before = levels.get(level)
  if (before !== undefined) return before
  const [oldest] = levels.keys()
  if (oldest !== undefined && levels.size >= KEPT) levels.delete(oldest)
  const made = makeLevel(row, leastMsOf(level))
  levels.set(level, made)
  return made
}

/** In time what bars are in pixels: each at least `least` long, none over another. */
function makeLevel({ starts, ends }: Row, least: number): RowLevel {
  const from: number[] = []
  const startMs: number[] = []
  const endMs: number[] = []
  let at = 0
  let free = Number.NEGATIVE_INFINITY
  while (at < starts.length) {
    const start = Math.max(starts[at] ?? 0, free)
    const end = ends[at] ?? 0
    const wide = end - start >= least
    free = wide ? end : start + least
    from.push(at)
    startMs.push(start)
    endMs.push(free)
    at = wide ? at + 1 : mergedUntil({ starts, ends }, at, { until: free, least })
  }
  from.push(starts.length)
  return {
    count: startMs.length,
    from: Int32Array.from(from),
    startMs: Float64Array.from(startMs),
    endMs: Float64Array.from(endMs),
  }
}

/** All that start before `until` are swallowed, but for a last one that is long enough to be a bar of its own. */
function mergedUntil(
  { starts, ends }: Pick<Row, 'starts' | 'ends'>,
  at: number,
  { until, least }: { readonly until: number; readonly least: number },
): number {
  if (!((starts[at + 1] ?? Number.POSITIVE_INFINITY) < until)) return at + 1
  const to = firstAtLeast(starts, until, at + 1)
  const last = to - 1
  return last > at && (ends[last] ?? 0) - until >= least ? last : to
}
