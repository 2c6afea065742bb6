/** Where spans stand in the timeline, for bringing them into view and for pointing at them from outside. */
import {
  type Extent,
  revealRows,
  revealTime,
  rowShowing,
  type TimelineHit,
  type TimelinePicture,
  toPx,
  type Viewport,
} from '@belay/canvas'
import type { SpanId } from '@belay/trace'
import type { TimeRange } from './board-props'

export function rangeOf({ layout, nowMs }: TimelinePicture, hit: TimelineHit): TimeRange {
  if (hit.kind === 'group') return { fromMs: hit.group.start, toMs: Math.min(hit.group.end, nowMs) }
  const start = layout.tree.start[hit.index] ?? 0
  return { fromMs: start, toMs: Math.max(Math.min(layout.tree.end[hit.index] ?? 0, nowMs), start) }
}

/** The view that shows the span, or null where the present one does. */
export function viewRevealing(picture: TimelinePicture, span: SpanId, extent: Extent): Viewport | null {
  const index = picture.layout.tree.indexOf.get(span)
  const row = index === undefined ? undefined : rowShowing(picture.layout, index)
  if (index === undefined || row === undefined) return null
  const down = revealRows(picture.view, { y: row.y - 4, height: row.height + 8 }, extent)
  const view = revealTime(down, rangeOf(picture, { kind: 'span', index, merged: 1 }), extent)
  return view.top === picture.view.top && view === down ? null : view
}

/** Client pixels, cut to what is in view; null where nothing of it is. */
/** `corner`: that of the rows. */
export function clientRectOf(
  picture: TimelinePicture,
  span: SpanId,
  corner: { readonly left: number; readonly top: number },
): DOMRect | null {
  const { layout, view } = picture
  const index = layout.tree.indexOf.get(span)
  const row = index === undefined ? undefined : rowShowing(layout, index)
  if (index === undefined || row === undefined) return null
  const { fromMs, toMs } = rangeOf(picture, { kind: 'span', index, merged: 1 })
  const [start, end] = [toPx(view, fromMs), toPx(view, toMs)]
  const y = row.y - view.top
  if (end < -3 || start > view.width || y + row.height < 0 || y > view.height) return null
  const x = Math.max(start, 0)
  return new DOMRect(corner.left + x, corner.top + y, Math.max(Math.min(end, view.width) - x, 3), row.height)
}

/** The middle of what is in view of a span, in pixels; null where nothing of it is. */
export function middleOf(picture: TimelinePicture, span: SpanId): number | null {
  const index = picture.layout.tree.indexOf.get(span)
  if (index === undefined) return null
  const { fromMs, toMs } = rangeOf(picture, { kind: 'span', index, merged: 1 })
  const [start, end] = [Math.max(toPx(picture.view, fromMs), 0), Math.min(toPx(picture.view, toMs), picture.view.width)]
  return start > end ? null : (start + end) / 2
}
