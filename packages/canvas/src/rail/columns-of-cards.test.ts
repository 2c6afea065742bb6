/** How high the cards of a column are, and whether one sees whose they are. */
import type { PointId } from '@belay/trace'
import { expect, test } from 'vitest'
import { attachment, sessionWith, TURN, verdict, verdictEvent } from '../testing/spans'
import { CARD_WIDTH } from './card'
import { railModel } from './model'
import { railScene } from './scene'
import { stopAt } from './track'

const point = 'tools.before'

test.each([
  ['two: as high as cards are', 2, 0, [44, 44]],
  ['four: two rows each, since there is room', 4, 0, [39, 39, 39, 39]],
  ['five: a row each, as high as there is room', 5, 0, [30, 30, 30, 30, 30]],
  ['eight: the lowest, and they scroll', 8, 0, Array(8).fill(25)],
  ['one, and one that is gone: there is room', 1, 1, [44, 44]],
  ['three, and two that are gone: those take no room from them', 3, 2, [44, 44, 44, 25, 25]],
  ['none but what is gone', 0, 4, [39, 39, 39, 39]],
])('a column of %s', (_, standing, gone, heights) => {
  const hooks = Array.from({ length: standing }, (_, at) => attachment({ name: `h${at}`, points: [point] }))
  const spoke = Array.from({ length: gone }, (_, at) =>
    verdictEvent(point, verdict({ hook: `g${at}`, hookId: `att_gone${at}` })),
  )
  const scene = railScene(railModel(sessionWith(hooks, spoke), TURN), { width: 750, height: 345 })
  const cards = scene.targets.filter(({ kind }) => kind === 'card')
  expect(cards.map(({ box }) => box.height)).toEqual(heights)
})

test.each([
  ['stations that are far from each other have wide cards', ['guard.onInput', 'tools.before'], CARD_WIDTH.most],
  [
    'cards of neighbours are narrow, so that each is near its own',
    ['guard.onInput', 'memory.keep', 'context.build'],
    CARD_WIDTH.least,
  ],
] as const)('%s', (_, points, width) => {
  const hooks = points.map((point: PointId) => attachment({ name: point, points: [point] }))
  const scene = railScene(railModel(sessionWith(hooks, []), TURN), { width: 660, height: 345 })
  for (const { box, station } of scene.targets.filter(({ kind }) => kind === 'card')) {
    expect(box.width).toBe(width)
    const { x } = stopAt(scene.track, station.point)
    expect(Math.abs(box.x + box.width / 2 - x)).toBeLessThan(CARD_WIDTH.wanted)
  }
})
