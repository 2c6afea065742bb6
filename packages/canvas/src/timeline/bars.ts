/**
 * What a row shows in a view: bars left to right that never overlap, each at least `LEAST_BAR_PX` wide. Spans too short
 * for that which fall on the same pixels become one bar that knows how many it stands for.
 * Costs what is in view: outside is skipped by binary search, and so is what a merged bar swallows.
 */
import { firstAbove, firstAtLeast } from '../search'
import { toMs, toPx } from '../time-scale'
import type { Viewport } from '../viewport'
import type { Row, TimelineLayout } from './layout'
import { LEAST_BAR_PX } from './metrics'

export interface Bar {
  readonly row: Row
  /** Places in the row: `from` to before `to`. More than one where merged. */
  readonly from: number
  readonly to: number
  readonly x0: number
  readonly x1: number
}

/** The rows that are at least partly in view. */
export function visibleRows(layout: TimelineLayout, view: Viewport): readonly Row[] {
  const { rows } = layout
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]
    if (row !== undefined && row.y + row.height < view.top) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < rows.length && (rows[end]?.y ?? 0) <= view.top + view.height) end += 1
  return rows.slice(low, end)
}

export function barsOfRow(row: Row, view: Viewport, nowMs: number): readonly Bar[] {
  const { starts, ends } = row
  const lastMs = toMs(view, view.width)
  const bars: Bar[] = []
  // A bar that ended just left of the view may reach into it by its least width.
  let at = firstAtLeast(ends, toMs(view, -LEAST_BAR_PX))
  let free = Number.NEGATIVE_INFINITY
  while (at < starts.length && (starts[at] ?? 0) <= lastMs) {
    const x0 = Math.max(toPx(view, starts[at] ?? 0), free)
    const end = endPx(row, at, { view, nowMs })
    const wide = end - x0 >= LEAST_BAR_PX
    const to = wide ? at + 1 : mergedUntil(row, at, { view, nowMs, x1: x0 + LEAST_BAR_PX })
    free = wide ? end : x0 + LEAST_BAR_PX
    bars.push({ row, from: at, to, x0, x1: free })
    at = to
  }
  return bars
}

interface Reading {
  readonly view: Viewport
  readonly nowMs: number
}

function endPx(row: Row, at: number, { view, nowMs }: Reading): number {
  const end = row.ends[at] ?? 0
  return toPx(view, end === Number.POSITIVE_INFINITY ? Math.max(nowMs, row.starts[at] ?? 0) : end)
}

/** All that start before `x1` are swallowed, but for a last one that is long enough to be a bar of its own. */
function mergedUntil(row: Row, at: number, { view, nowMs, x1 }: Reading & { readonly x1: number }): number {
  const to = firstAtLeast(row.starts, toMs(view, x1), at + 1)
  const last = to - 1
  return last > at && endPx(row, last, { view, nowMs }) - x1 >= LEAST_BAR_PX ? last : to
}

/** The bar at a pixel, or the nearest within `reach` pixels of it. */
export function barAt(bars: readonly Bar[], px: number, reach: number): Bar | null {
  const next = firstAbove(
    bars.map((bar) => bar.x0),
    px,
  )
  const [left, right] = [bars[next - 1], bars[next]]
  if (left !== undefined && px < left.x1) return left
  const toLeft = left === undefined ? Number.POSITIVE_INFINITY : px - left.x1
  const toRight = right === undefined ? Number.POSITIVE_INFINITY : right.x0 - px
  if (Math.min(toLeft, toRight) > reach) return null
  return (toLeft <= toRight ? left : right) ?? null
}
