import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toMs, toPx } from './time-scale'
import { blendViews, clampView, fitView, panView, revealRows, revealTime, type Viewport, zoomView } from './viewport'

const extent = { endMs: 10_000, height: 900 }
const view: Viewport = clampView({ startMs: 0, msPerPx: 5, top: 0, width: 800, height: 300 }, extent)

const anyNumber = fc.oneof(fc.double(), fc.constantFrom(0, -0, 1e300, -1e300, Number.NaN, Number.POSITIVE_INFINITY))
const anyView = fc.record({
  startMs: anyNumber,
  msPerPx: anyNumber,
  top: anyNumber,
  width: fc.integer({ min: 60, max: 4_000 }),
  height: fc.integer({ min: 1, max: 2_000 }),
})
const anyExtent = fc.record({
  endMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
  height: fc.integer({ min: 0, max: 1e6 }),
})

describe('the viewport', () => {
  it('keeps some of the content in view whatever it is asked', () => {
    fc.assert(
      fc.property(anyView, anyExtent, anyNumber, anyNumber, (given, content, x, factor) => {
        for (const moved of [
          clampView(given, content),
          panView(given, { x, y: x }, content),
          zoomView(given, { factor, px: x }, content),
          fitView(given, { fromMs: x, toMs: factor }, content),
        ]) {
          expect(moved.msPerPx).toBeGreaterThan(0)
          expect(Number.isFinite(moved.startMs) && Number.isFinite(moved.top)).toBe(true)
          expect(toPx(moved, content.endMs)).toBeGreaterThanOrEqual(-1e-6)
          expect(toPx(moved, 0)).toBeLessThanOrEqual(moved.width + 1e-6)
          expect(moved.top).toBeGreaterThanOrEqual(0)
          expect(moved.top).toBeLessThanOrEqual(Math.max(0, content.height - moved.height))
        }
      }),
    )
  })

  it('zooms to the pointer: the time under it stays', () => {
    const zoomed = zoomView(view, { factor: 0.5, px: 333 }, extent)
    expect(zoomed.msPerPx).toBeCloseTo(view.msPerPx / 2)
    expect(toMs(zoomed, 333)).toBeCloseTo(toMs(view, 333), 6)
  })

  it('zooms in and out again to where it was', () => {
    const there = zoomView(view, { factor: 0.25, px: 400 }, extent)
    const back = zoomView(there, { factor: 4, px: 400 }, extent)
    expect(back.startMs).toBeCloseTo(view.startMs, 6)
  })

  it('fits a range between its margins', () => {
    const fit = fitView(view, { fromMs: 2_000, toMs: 4_000 }, extent)
    expect(toPx(fit, 2_000)).toBeCloseTo(18)
    expect(toPx(fit, 4_000)).toBeCloseTo(800 - 26)
  })

  it('fits a span without length', () => {
    const fit = fitView(view, { fromMs: 2_000, toMs: 2_000 }, extent)
    expect(toPx(fit, 2_000)).toBeCloseTo(18)
  })

  it('scrolls rows into view and no further', () => {
    expect(revealRows(view, { y: 20, height: 20 }, extent).top).toBe(0)
    expect(revealRows(view, { y: 500, height: 20 }, extent).top).toBe(220)
    expect(revealRows({ ...view, top: 400 }, { y: 100, height: 20 }, extent).top).toBe(100)
  })

  it('scrolls a span into view only where it is out of it', () => {
    const zoomed = zoomView(view, { factor: 0.1, px: 0 }, extent)
    expect(revealTime(zoomed, { fromMs: 0, toMs: 200 }, extent)).toBe(zoomed)
    const moved = revealTime(zoomed, { fromMs: 8_000, toMs: 8_100 }, extent)
    expect(toPx(moved, 8_000)).toBeCloseTo(160)
  })

  it('blends from one view to another and arrives', () => {
    const other = { ...view, startMs: 4_000, msPerPx: 0.5 }
    expect(blendViews(view, other, 0)).toMatchObject({ startMs: view.startMs, msPerPx: view.msPerPx })
    expect(blendViews(view, other, 1)).toMatchObject({ startMs: 4_000, msPerPx: 0.5 })
  })
})
