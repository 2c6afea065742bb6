/** The minimap: where on the timeline things began and were at work, and moving the view by it. */
import { clamp } from '../box'
import type { Viewport } from '../viewport'
import type { TimelineLayout } from './layout'

/** One bar of the minimap every few pixels, as in the sketch. */
export const SLICE_PX = 4

/** What is at work and begins nothing is a low floor under the peaks. */
const AT_WORK = 0.14

/**
 * 0 to 1 for each slice: how much began in it, lifted at the low end, so that a single call beside a storm is still seen;
 * a floor where something was at work; nothing where all waited. Turns and steps contain what is counted and are not
 * counted themselves, and only what has nothing below it is at work itself.
 */
export function busySlices(layout: TimelineLayout, slices: number, endMs: number): Float64Array {
  const count = Math.max(slices, 1)
  const begun = new Float64Array(count)
  const working = new Float64Array(count + 1)
  const sliceOf = (ms: number) => (endMs > 0 ? clamp(Math.floor((ms / endMs) * count), 0, count - 1) : 0)
  const { spans, start, end, below } = layout.tree
  for (const [index, { kind, status }] of spans.entries()) {
    if (kind === 'turn' || kind === 'step') continue
    const first = sliceOf(start[index] ?? 0)
    begun[first] = (begun[first] ?? 0) + 1
    if ((below[index] ?? 0) > 0 || status === 'waiting') continue
    const last = sliceOf(Math.min(end[index] ?? 0, endMs))
    working[first] = (working[first] ?? 0) + 1
    working[last + 1] = (working[last + 1] ?? 0) - 1
  }
  return heights(begun, working)
}

function heights(begun: Float64Array, working: Float64Array): Float64Array {
  const most = begun.reduce((high, each) => Math.max(high, each), 1)
  let active = 0
  return begun.map((each, slice) => {
    active += working[slice] ?? 0
    const floor = active > 0 ? AT_WORK : 0
    return each === 0 ? floor : Math.max((each / most) ** 0.7, 2 * AT_WORK)
  })
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
