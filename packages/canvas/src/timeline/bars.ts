/**
 * What a row shows in a view: bars left to right that never overlap, each at least `LEAST_BAR_PX` wide. Spans too short
 * for that which fall on the same pixels are one bar that knows how many it stands for.
 * Costs what is in view: which spans are one bar is known for the whole zoom level.
 */
import { firstAbove, firstAtLeast } from '../search'
import { toMs, toPx } from '../time-scale'
import type { Viewport } from '../viewport'
import type { Row, TimelineLayout } from './layout'
import { levelAt, rowAtLevel } from './levels'
import { LEAST_BAR_PX } from './metrics'

export interface Bar {
  readonly row: Row
  /** Places in the row: `from` to before `to`. More than one where merged. */
  readonly from: number
  readonly to: number
  /** The zoom level, and the bar's number in its row at that level. */
  readonly level: number
  readonly nth: number
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
  const level = levelAt(view.msPerPx)
  const { count, from, startMs, endMs } = rowAtLevel(row, level)
  const lastMs = toMs(view, view.width)
  const bars: Bar[] = []
  // A bar that ended just left of the view may reach into it by its least width.
  let nth = firstAtLeast(endMs, toMs(view, -LEAST_BAR_PX))
  for (; nth < count && (startMs[nth] ?? 0) <= lastMs; nth += 1) {
    const [first, to] = [from[nth] ?? 0, from[nth + 1] ?? 0]
    const x0 = toPx(view, startMs[nth] ?? 0)
    // One alone ends where it ends, however long the level's least bar is.
    const end = to - first > 1 ? (endMs[nth] ?? 0) : endOf(row, first, nowMs)
    bars.push({ row, from: first, to, level, nth, x0, x1: Math.max(toPx(view, end), x0 + LEAST_BAR_PX) })
  }
  return bars
}

function endOf(row: Row, at: number, nowMs: number): number {
  const end = row.ends[at] ?? 0
  return end === Number.POSITIVE_INFINITY ? Math.max(nowMs, row.starts[at] ?? 0) : end
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
