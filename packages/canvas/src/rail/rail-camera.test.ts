import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { attachment, sessionWith, TURN } from '../testing/spans'
import { boxOfTarget, hitRail, revealTarget } from './hit'
import { railModel } from './model'
import { clampRail, fitRail, HEAD_PX, panRail, RAIL_AT_REST, RAIL_SCALE, sceneSpot, zoomRail } from './rail-camera'
import { railScene } from './scene'

const box = { width: 750, height: 300 }
const hooks = Array.from({ length: 12 }, (_, at) => attachment({ name: `h${at}`, points: ['tools.before'] }))
const scene = railScene(railModel(sessionWith(hooks, []), TURN), box)
const scrolled = clampRail(scene, box, { ...RAIL_AT_REST, y: 60 })

describe('the camera of the rail', () => {
  test.each([
    ['on the line', { x: 300, y: 80 }],
    ['among scrolled cards', { x: 500, y: 260 }],
  ])('what is zoomed at %s stays under the pointer', (_name, at) => {
    const before = sceneSpot(scene, scrolled, at)
    for (const factor of [0.5, 0.9, 1.1]) {
      const after = sceneSpot(scene, zoomRail(scene, box, { camera: scrolled, factor, at }), at)
      expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(1e-9)
    }
  })

  it('keeps its scale and its place within bounds, whatever is done', () => {
    const moves = fc.array(
      fc.record({
        x: fc.integer({ min: -4_000, max: 4_000 }),
        y: fc.integer({ min: -4_000, max: 4_000 }),
        factor: fc.double({ min: 0.01, max: 100, noNaN: true }),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(moves, (steps) => {
        let camera = RAIL_AT_REST
        for (const { x, y, factor } of steps) {
          camera = zoomRail(scene, box, { camera, factor, at: { x: Math.abs(x) % 750, y: Math.abs(y) % 300 } })
          camera = panRail(scene, box, { camera, by: { x, y } })
          expect(camera.scale).toBeGreaterThanOrEqual(RAIL_SCALE.least)
          expect(camera.scale).toBeLessThanOrEqual(RAIL_SCALE.most)
          // Something of the sheet is always in view.
          expect(camera.x).toBeLessThan(scene.width)
          expect(camera.x + box.width / camera.scale).toBeGreaterThan(0)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('fits all of it, and fitted again it is at rest', () => {
    const fitted = fitRail(scene, box, scrolled)
    expect(fitted.scale).toBeLessThan(1)
    const last = scene.targets.filter(({ kind }) => kind === 'card').at(-1)
    if (last === undefined) throw new Error('no card')
    const shown = boxOfTarget(scene, last, fitted)
    expect(shown.y + shown.height).toBeLessThanOrEqual(box.height)
    expect(fitRail(scene, box, fitted)).toEqual(RAIL_AT_REST)
  })

  it('keeps what is fitted below its head, and hits nothing behind that', () => {
    const fitted = fitRail(scene, box, scrolled)
    for (const target of scene.targets) expect(boxOfTarget(scene, target, fitted).y).toBeGreaterThanOrEqual(HEAD_PX)
    const [station] = scene.targets
    if (station === undefined) throw new Error('no station')
    const { x, y } = boxOfTarget(scene, station, fitted)
    const behind = panRail(scene, box, { camera: fitted, by: { x: 0, y: y - HEAD_PX + 10 } })
    const at = { x: x + 3, y: HEAD_PX - 6 }
    expect(boxOfTarget(scene, station, behind).y).toBeLessThan(at.y)
    expect(hitRail(scene, behind, at)).toBeNull()
  })

  it('what all fits is fitted at rest', () => {
    const small = railScene(railModel(sessionWith([], []), TURN), box)
    expect(fitRail(small, box, { x: 9, y: 9, scale: 2, sheet: true })).toEqual(RAIL_AT_REST)
  })

  test.each([0.25, 1, 3])('at scale %d a target is hit where it is drawn, and can be brought into view', (scale) => {
    for (const target of scene.targets.filter(({ kind }) => kind === 'card' || kind === 'station')) {
      const camera = revealTarget(scene, box, { target, camera: { x: 0, y: 0, scale, sheet: true } })
      const shown = boxOfTarget(scene, target, camera)
      const at = { x: shown.x + 4 * scale, y: shown.y + 4 * scale }
      expect(at.x >= 0 && at.x <= box.width && at.y >= 0 && at.y <= box.height).toBe(true)
      expect(hitRail(scene, camera, at)).toBe(target)
    }
  })
})
