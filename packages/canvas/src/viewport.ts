/**
 * What of the timeline is in view: a time scale, a scroll from the top and a size in pixels.
 * Every function is total and returns a viewport inside its clamps: nothing scrolls out of sight for good.
 */
import { clamp } from './box'
import { type TimeScale, toMs } from './time-scale'

export interface Viewport extends TimeScale {
  /** Pixels scrolled down from the first row. */
  readonly top: number
  readonly width: number
  readonly height: number
}

/** How much there is to see: from 0 to `endMs`, and `height` pixels of rows. */
export interface Extent {
  readonly endMs: number
  readonly height: number
}

/** Room left of zero and right of the end at fit, as in the sketch. */
export const PAD_LEFT_PX = 18
export const PAD_RIGHT_PX = 26
/** A tenth of a microsecond: the clock that made the times is no finer. */
const LEAST_MS_PER_PX = 1e-4
/** How far out one can zoom, as a multiple of the fitting scale. */
const MOST_ZOOM_OUT = 1.6
/** Share of the width that may be empty right of the end when panned there. */
const SLACK_RIGHT = 0.2

export function clampView(view: Viewport, extent: Extent): Viewport {
  const msPerPx = clamp(finite(view.msPerPx, 1), LEAST_MS_PER_PX, fitScale(view.width, 0, extent.endMs) * MOST_ZOOM_OUT)
  const right = extent.endMs + view.width * SLACK_RIGHT * msPerPx - view.width * msPerPx
  const left = -PAD_LEFT_PX * msPerPx
  const startMs = clamp(finite(view.startMs, 0), Math.min(left, right), Math.max(left, right))
  const top = clamp(finite(view.top, 0), 0, Math.max(0, extent.height - view.height))
  return { ...view, msPerPx, startMs, top }
}

export function panView(view: Viewport, by: { readonly x: number; readonly y: number }, extent: Extent): Viewport {
  return clampView({ ...view, startMs: view.startMs + by.x * view.msPerPx, top: view.top + by.y }, extent)
}

/** Zooms so that the time under `px` stays under it. A factor below 1 zooms in. */
export function zoomView(
  view: Viewport,
  zoom: { readonly factor: number; readonly px: number },
  extent: Extent,
): Viewport {
  const factor = finite(zoom.factor, 1)
  const msPerPx = clampView({ ...view, msPerPx: view.msPerPx * Math.max(factor, 1e-6) }, extent).msPerPx
  return clampView({ ...view, msPerPx, startMs: toMs(view, zoom.px) - zoom.px * msPerPx }, extent)
}

/** Shows `fromMs` to `toMs` with the usual room on both sides. A span without length gets a scale that shows it as one. */
export function fitView(
  view: Viewport,
  range: { readonly fromMs: number; readonly toMs: number },
  extent: Extent,
): Viewport {
  const msPerPx = fitScale(view.width, range.fromMs, range.toMs)
  return clampView({ ...view, msPerPx, startMs: range.fromMs - PAD_LEFT_PX * msPerPx }, extent)
}

/** Scrolls no further than needed to have the rows from `y` to `y + height` in view. */
export function revealRows(
  view: Viewport,
  rows: { readonly y: number; readonly height: number },
  extent: Extent,
): Viewport {
  const top = Math.min(Math.max(view.top, rows.y + rows.height - view.height), rows.y)
  return clampView({ ...view, top }, extent)
}

/** Scrolls no further than needed to have some of the span in view, its start first. */
export function revealTime(
  view: Viewport,
  range: { readonly fromMs: number; readonly toMs: number },
  extent: Extent,
): Viewport {
  const seen = Math.min(toMs(view, view.width), range.toMs) - Math.max(view.startMs, range.fromMs)
  const wanted = Math.min(range.toMs - range.fromMs, 24 * view.msPerPx)
  if (seen >= wanted && range.fromMs <= toMs(view, view.width) && range.toMs >= view.startMs) return view
  return clampView({ ...view, startMs: range.fromMs - view.width * 0.2 * view.msPerPx }, extent)
}

/** Between two views, for a motion: the scale moves by ratio, so that zooming looks even. */
export function blendViews(from: Viewport, to: Viewport, share: number): Viewport {
  const msPerPx = from.msPerPx * (to.msPerPx / from.msPerPx) ** share
  const mix = (a: number, b: number) => a + (b - a) * share
  return { ...to, msPerPx, startMs: mix(from.startMs, to.startMs), top: mix(from.top, to.top) }
}

export function fitScale(width: number, fromMs: number, toMs: number): number {
  const room = Math.max(width - PAD_LEFT_PX - PAD_RIGHT_PX, 40)
  return Math.max(finite(toMs - fromMs, 1) / room, LEAST_MS_PER_PX)
}

function finite(value: number, otherwise: number): number {
  return Number.isFinite(value) ? value : otherwise
}
