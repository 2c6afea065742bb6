/** What is under a pointer, and where a span stands. The answer is always one span or one group. */
import type { SpanId } from '@belay/trace'
import type { Box } from '../box'
import { firstAtLeast } from '../search'
import { toPx } from '../time-scale'
import { type Bar, barAt, barsOfRow, visibleRows } from './bars'
import type { Group } from './lanes'
import { type Row, rowShowing, type TimelineLayout } from './layout'
import { marksOfBar } from './mark-lookup'
import { LEAST_BAR_PX, MARK_PX } from './metrics'
import type { TimelinePicture } from './scene'

export type TimelineHit =
  /** `merged`: how many spans the bar under the pointer stands for; this is the nearest of them, or the worst. */
  | { readonly kind: 'span'; readonly index: number; readonly merged: number }
  | { readonly kind: 'group'; readonly group: Group }

/** A pointer is a few pixels wide. */
const REACH_PX = 4

export function hitTimeline(picture: TimelinePicture, x: number, y: number): TimelineHit | null {
  const row = visibleRows(picture.layout, picture.view).find(
    (row) => y + picture.view.top >= row.y - 2 && y + picture.view.top < row.y + row.height + 2,
  )
  if (row === undefined || x < 0 || x > picture.view.width) return null
  const bars = barsOfRow(row, picture.view, picture.nowMs)
  const bar = barAt(bars, x, REACH_PX) ?? barOfMark(picture, bars, x)
  return bar === null ? null : hitOf(picture, bar, x)
}

/** A narrow bar's mark stands just after it and belongs to it. */
function barOfMark(picture: TimelinePicture, bars: readonly Bar[], x: number): Bar | null {
  const left = bars.findLast((bar) => bar.x1 <= x)
  if (left === undefined || x > left.x1 + 5 + MARK_PX / 2) return null
  return marksOfBar(picture.lookup, left).count > 0 ? left : null
}

function hitOf({ layout, lookup, view }: TimelinePicture, bar: Bar, x: number): TimelineHit {
  const at =
    bar.to - bar.from === 1 ? bar.from : worstOrNearest(bar, (item) => lookup.codes[item] ?? 0, toDistance(view, x))
  const item = bar.row.items[at] ?? 0
  const group = item < 0 ? layout.groups[-1 - item] : undefined
  return group === undefined ? { kind: 'span', index: item, merged: bar.to - bar.from } : { kind: 'group', group }
}

function toDistance(view: TimelinePicture['view'], x: number): (startMs: number) => number {
  return (startMs) => Math.abs(toPx(view, startMs) - x)
}

function worstOrNearest(bar: Bar, code: (item: number) => number, distance: (startMs: number) => number): number {
  let best = bar.from
  const key = (at: number) => {
    const item = bar.row.items[at] ?? 0
    return (item < 0 ? 0 : code(item)) * 1e6 - distance(bar.row.starts[at] ?? 0)
  }
  for (let at = bar.from + 1; at < bar.to; at += 1) if (key(at) > key(best)) best = at
  return best
}

/** Where a span (or the group that hides it) is drawn, in the rows' area; outside of the view where it is scrolled away. */
export function boxOfSpan(picture: TimelinePicture, span: SpanId): Box | null {
  const index = picture.layout.tree.indexOf.get(span)
  return index === undefined ? null : boxOfIndex(picture, index)
}

export function boxOfIndex({ layout, view, nowMs }: TimelinePicture, index: number): Box | null {
  const row = rowShowing(layout, index)
  if (row === undefined) return null
  const at = placeOf(layout, row, index)
  const bar = barsOfRow(row, view, nowMs).find(({ from, to }) => at >= from && at < to)
  const start = toPx(view, row.starts[at] ?? 0)
  const x0 = bar?.x0 ?? start
  const x1 =
    bar?.x1 ??
    Math.max(toPx(view, Math.min(row.ends[at] ?? 0, Math.max(nowMs, row.starts[at] ?? 0))), start + LEAST_BAR_PX)
  return { x: x0, y: row.y - view.top, width: x1 - x0, height: row.height }
}

function placeOf(layout: TimelineLayout, row: Row, index: number): number {
  const place = layout.rowOf[index] ?? 0
  if (place < 0) return Math.max(0, row.items.indexOf(place))
  return firstAtLeast(row.starts, layout.tree.start[index] ?? 0)
}
