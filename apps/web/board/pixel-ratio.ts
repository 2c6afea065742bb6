/**
 * How many device pixels a CSS pixel gets. Browsers give back a blank canvas, without an error, above 8,192 px a side or
 * 16,777,216 px in all; more than 3 is paid for and not seen.
 */
const MOST_SIDE = 8_192
const MOST_AREA = 16_777_216
const MOST_RATIO = 3

export function pixelRatio(width: number, height: number, deviceRatio: number): number {
  const wanted = Number.isFinite(deviceRatio) && deviceRatio > 0 ? Math.min(deviceRatio, MOST_RATIO) : 1
  const bySide = MOST_SIDE / Math.max(width, height, 1)
  const byArea = Math.sqrt(MOST_AREA / Math.max(width * height, 1))
  return Math.min(wanted, bySide, byArea)
}

/** Calls back when the window moves to a screen of another ratio, or the page is zoomed. Returns the end of it. */
export function watchPixelRatio(changed: () => void): () => void {
  let query: MediaQueryList | null = null
  const watch = () => {
    query?.removeEventListener('change', again)
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
    query.addEventListener('change', again)
  }
  const again = () => {
    watch()
    changed()
  }
  watch()
  return () => query?.removeEventListener('change', again)
}
