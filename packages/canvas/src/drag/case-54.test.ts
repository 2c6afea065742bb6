/** Case 54-drop-at-wrong-place: from the page to the scene, for every scale, pan, scroll and ancestor's scale. */
import { describe, expect, it, test } from 'vitest'
import matrix from '../../fixtures/54-drop-at-wrong-place.json'
import { railModel } from '../rail/model'
import { RAIL_AT_REST, type RailCamera, sceneSpot } from '../rail/rail-camera'
import { railScene } from '../rail/scene'
import { sessionWith, TURN } from '../testing/spans'
import { clientBox, stageSpot } from './client-spot'

const [width = 0, height = 0] = matrix.stage
const scene = railScene(railModel(sessionWith([], []), TURN), { width, height })

const rows = matrix.scale.flatMap((scale) =>
  matrix.pan.flatMap((pan) =>
    matrix.containerScroll.flatMap((scroll) =>
      matrix.cssScale.flatMap((css) =>
        matrix.points.map(([x = 0, y = 0]) => ({ scale, pan, scroll, css, point: { x, y } })),
      ),
    ),
  ),
)

/** Where the browser says that the stage is: `page` is how far the page itself is scrolled. */
function rectOf(css: number, [left = 0, top = 0]: readonly number[], page: readonly [number, number]) {
  return { x: 300 - left - page[0], y: 700 - top - page[1], width: width * css, height: height * css }
}

describe('54-drop-at-wrong-place', () => {
  it('has 96 combinations', () => {
    expect(rows).toHaveLength(96)
  })

  test.each([
    ['the page as it is', [0, 0], 1],
    ['the page scrolled', [37, 410], 1],
    // The browser's zoom makes layout in other pixels: the rectangle and the event both come in those.
    ['the browser zoomed to 125 %', [0, 0], 0.8],
  ] as const)('with %s, each drop is where it was made', (_name, page, layout) => {
    for (const { scale, pan, scroll, css, point } of rows) {
      const [left = 0, top = 0] = pan
      const rect = rectOf(css * layout, scroll, page)
      const client = { x: rect.x + point.x * css * layout, y: rect.y + point.y * css * layout }
      const camera: RailCamera = { x: -left / scale, y: -top / scale, scale, sheet: true }
      const spot = sceneSpot(scene, camera, stageSpot(rect, { width, height }, client))
      const wanted = { x: (point.x - left) / scale, y: (point.y - top) / scale }
      expect(Math.hypot(spot.x - wanted.x, spot.y - wanted.y) * scale).toBeLessThanOrEqual(1)
    }
  })

  it('at rest the line is where it is drawn, however far its cards are scrolled', () => {
    const camera = { ...RAIL_AT_REST, x: 40, y: 90 }
    expect(sceneSpot(scene, camera, { x: 10, y: scene.cardsY - 20 })).toEqual({ x: 50, y: scene.cardsY - 20 })
    expect(sceneSpot(scene, camera, { x: 10, y: scene.cardsY + 20 })).toEqual({ x: 50, y: scene.cardsY + 110 })
  })

  it('what is drawn on the stage is found again on the page', () => {
    const rect = rectOf(0.8, [200, 500], [0, 30])
    const box = { x: 400, y: 300, width: 20, height: 10 }
    const found = clientBox(rect, { width, height }, box)
    expect(stageSpot(rect, { width, height }, found)).toEqual({ x: 400, y: 300 })
    expect(found.width).toBe(16)
  })

  it('a stage without a size yet is taken as it is', () => {
    expect(stageSpot({ x: 5, y: 5, width: 0, height: 0 }, { width: 1, height: 1 }, { x: 6, y: 7 })).toEqual({
      x: 1,
      y: 2,
    })
  })
})
