import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CameraScene,
  fitCamera,
  followAgain,
  horizon,
  moveCamera,
  panCamera,
  shownOnWay,
  showRange,
  startCamera,
  stepCamera,
  zoomCamera,
} from './camera'
import { toPx } from './time-scale'
import { blendViews } from './viewport'

const size = { width: 800, height: 300 }
const ended: CameraScene = { extent: { endMs: 9_800, height: 600 }, nowMs: null }
const liveAt = (nowMs: number): CameraScene => ({ extent: { endMs: nowMs, height: 600 }, nowMs })
const nowPx = (camera: ReturnType<typeof startCamera>, scene: CameraScene) => toPx(camera.view, scene.nowMs ?? 0)

describe('the camera', () => {
  it('begins with all of an ended turn in view', () => {
    const camera = startCamera(size, ended)
    expect(toPx(camera.view, 0)).toBeCloseTo(18)
    expect(toPx(camera.view, 9_800)).toBeCloseTo(774)
  })

  it('shows a live turn to a horizon that moves rarely', () => {
    let camera = startCamera(size, liveAt(100))
    const scales = new Set<number>()
    for (let now = 100; now < 30_000; now += 100) {
      camera = stepCamera(camera, liveAt(now))
      scales.add(camera.view.msPerPx)
      expect(nowPx(camera, liveAt(now))).toBeLessThan(size.width)
    }
    expect(scales.size).toBeLessThan(13)
    expect(horizon(0)).toBe(2_000)
  })

  it('shows now while it follows, however long no frame came and wherever it glides from', () => {
    const leaps = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 12 })
    const zooms = fc.option(fc.double({ min: 0.05, max: 4, noNaN: true }))
    fc.assert(
      fc.property(leaps, zooms, fc.double({ min: 0, max: 1, noNaN: true }), (steps, factor, share) => {
        let now = 300
        let camera = startCamera(size, liveAt(now))
        if (factor !== null) camera = zoomCamera(camera, { factor, px: nowPx(camera, liveAt(now)) }, liveAt(now))
        for (const step of steps) {
          now += step
          const before = camera.view
          camera = stepCamera(camera, liveAt(now))
          const shown = shownOnWay(blendViews(before, camera.view, share), camera, liveAt(now))
          expect(camera.following).toBe(true)
          expect(toPx(shown, now)).toBeGreaterThanOrEqual(0)
          expect(toPx(shown, now)).toBeLessThanOrEqual(size.width)
        }
      }),
    )
  })

  it('goes with now at a scale of its own, at the right edge', () => {
    let camera = zoomCamera(startCamera(size, liveAt(5_000)), { factor: 0.25, px: 680 }, liveAt(5_000))
    expect(camera.following).toBe(true)
    for (const now of [5_500, 6_000, 9_000]) camera = stepCamera(camera, liveAt(now))
    expect(nowPx(camera, liveAt(9_000))).toBeCloseTo(800 * 0.92)
  })

  it('stops following when now is scrolled out of view, and a pan that keeps it in view does not', () => {
    const zoomed = zoomCamera(startCamera(size, liveAt(5_000)), { factor: 0.25, px: 680 }, liveAt(5_000))
    expect(panCamera(zoomed, { x: -40, y: 0 }, liveAt(5_000)).following).toBe(true)
    const away = panCamera(zoomed, { x: -900, y: 0 }, liveAt(5_000))
    expect(away.following).toBe(false)
    expect(stepCamera(away, liveAt(8_000)).view.startMs).toBe(away.view.startMs)
  })

  it('scrolling down alone changes neither scale nor following', () => {
    const camera = panCamera(startCamera(size, liveAt(5_000)), { x: 0, y: 100 }, liveAt(5_000))
    expect(camera).toMatchObject({ scale: 'fit', following: true, view: { top: 100 } })
    expect(stepCamera(camera, liveAt(5_100)).view.top).toBe(100)
  })

  it('comes back to now at the scale that was chosen', () => {
    const away = showRange(startCamera(size, liveAt(9_000)), { fromMs: 0, toMs: 500 }, liveAt(9_000))
    expect(away.following).toBe(false)
    const back = followAgain(away, liveAt(9_000))
    expect(back).toMatchObject({ following: true, view: { msPerPx: away.view.msPerPx } })
    expect(nowPx(back, liveAt(9_000))).toBeCloseTo(800 * 0.92)
  })

  it('fits again on demand, and stays fitted when the view or the turn changes its size', () => {
    const zoomed = zoomCamera(startCamera(size, ended), { factor: 0.1, px: 0 }, ended)
    const fit = fitCamera(zoomed, ended)
    const wider = stepCamera({ ...fit, view: { ...fit.view, width: 1_200 } }, ended)
    expect(toPx(wider.view, 9_800)).toBeCloseTo(1_174)
    const longer = stepCamera(fit, { ...ended, extent: { endMs: 20_000, height: 600 } })
    expect(toPx(longer.view, 20_000)).toBeCloseTo(774)
  })

  it('moved by the minimap it leaves now behind', () => {
    const camera = zoomCamera(startCamera(size, liveAt(9_000)), { factor: 0.1, px: 0 }, liveAt(9_000))
    expect(moveCamera(camera, { ...camera.view, startMs: 0 }, liveAt(9_000)).following).toBe(false)
  })
})
