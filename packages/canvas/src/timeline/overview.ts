/** The minimap: how busy each slice of the timeline was, and moving the view by it. */
import { clamp } from '../box'
import type { Viewport } from '../viewport'
import type { TimelineLayout } from './layout'

/** One bar of the minimap every few pixels, as in the sketch. */
export const SLICE_PX = 4

/**
 * 0 to 1 for each slice, lifted at the low end, so that a single call beside a storm is still seen.
 * Turns and steps contain what is counted and are not counted themselves.
 */
export function busySlices(layout: TimelineLayout, slices: number, endMs: number): Float64Array {
  const busy = new Float64Array(Math.max(slices, 1))
  const change = new Float64Array(busy.length + 1)
  const perMs = endMs > 0 ? busy.length / endMs : 0
  for (const [index, { kind }] of layout.tree.spans.entries()) {
    if (kind === 'turn' || kind === 'step') continue
    addSpan(busy, change, {
      from: (layout.tree.start[index] ?? 0) * perMs,
      to: Math.min(layout.tree.end[index] ?? 0, endMs) * perMs,
    })
  }
  return scaled(busy, change)
}

/** Shares of the first and last slice go to `busy`; the whole slices between are a step up and a step down. */
function addSpan(busy: Float64Array, change: Float64Array, { from, to }: { from: number; to: number }): void {
  const last = busy.length - 1
  const first = Math.min(Math.floor(from), last)
  const final = clamp(Math.ceil(to) - 1, first, last)
  const least = 0.08
  const put = (slice: number, share: number) => {
    busy[slice] = (busy[slice] ?? 0) + Math.max(share, least)
  }
  put(first, first === final ? to - from : first + 1 - from)
  if (first === final) return
  put(final, to - final)
  change[first + 1] = (change[first + 1] ?? 0) + 1
  change[final] = (change[final] ?? 0) - 1
}

function scaled(busy: Float64Array, change: Float64Array): Float64Array {
  let whole = 0
  let most = 0
  for (const [slice, own] of busy.entries()) {
    whole += change[slice] ?? 0
    busy[slice] = own + whole
    most = Math.max(most, own + whole)
  }
  return most > 0 ? busy.map((value) => (value / most) ** 0.7) : busy
}

/** The stretch of the minimap that is in view, in its own pixels. */
export function viewOnOverview(
  view: Viewport,
  width: number,
  endMs: number,
): { readonly x: number; readonly width: number } {
  const perMs = endMs > 0 ? width / endMs : 0
  const x0 = Math.min(Math.max(view.startMs * perMs, 0), width)
  const x1 = Math.min(Math.max((view.startMs + view.width * view.msPerPx) * perMs, 0), width)
  // Never thinner than a finger's hair: it must stay visible and draggable however far one zoomed in.
  const shown = Math.max(x1 - x0, 6)
  return { x: Math.min(x0, width - shown), width: shown }
}

/** The view whose middle is at a pixel of the minimap. */
export function viewAtOverview(
  view: Viewport,
  at: { readonly px: number; readonly width: number; readonly endMs: number },
): Viewport {
  const middle = (at.px / Math.max(at.width, 1)) * at.endMs
  return { ...view, startMs: middle - (view.width * view.msPerPx) / 2 }
}
