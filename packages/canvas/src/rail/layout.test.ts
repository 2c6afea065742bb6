/** At every width: each station above its own cards, and nothing over anything, also while something is dragged. */
import { POINTS, type PointId } from '@belay/trace'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, overlaps } from '../box'
import { attachment, sessionWith, TURN } from '../testing/spans'
import { LINE } from './line-order'
import { railModel } from './model'
import { type RailScene, railScene } from './scene'
import { stopAt } from './track'

/** The rail in windows of 1280, 1440 and 1680 px. */
const WIDTHS = [668, 792, 974]
const onLine = POINTS.filter((point) => LINE.includes(point))

function modelOf(counts: Readonly<Partial<Record<PointId, number>>>) {
  const hooks = POINTS.flatMap((point) =>
    Array.from({ length: counts[point] ?? 0 }, (_, nth) => attachment({ name: `${point} ${nth}`, points: [point] })),
  )
  return railModel(sessionWith(hooks, []), TURN)
}

const cardsOf = (scene: RailScene) => scene.targets.filter(({ kind }) => kind === 'card')

function offs(scene: RailScene): readonly string[] {
  return cardsOf(scene).flatMap(({ box, station: { point } }) => {
    const { x } = stopAt(scene.track, point)
    return x >= box.x && x <= box.x + box.width ? [] : [`${point} at ${x}, its card from ${box.x}`]
  })
}

const neighbours = (many: number) =>
  onLine.slice(0, onLine.length - many + 1).map((_, at) => onLine.slice(at, at + many))

test.each(WIDTHS.flatMap((width) => [1, 2, 3].map((many) => [width, many] as const)))(
  'at %i px each of %i neighbouring stations is above its own cards',
  (width, many) => {
    for (const points of neighbours(many)) {
      const scene = railScene(modelOf(Object.fromEntries(points.map((point) => [point, 2]))), { width, height: 345 })
      expect(offs(scene)).toEqual([])
      expect(scene.width - width).toBeLessThanOrEqual(80)
    }
  },
)

test.each([
  ['at its left edge', ['guard.onInput', 'memory.keep', 'context.build']],
  ['in its middle', ['memory.keep', 'context.build', 'model.choose']],
  ['at its right edge', ['tools.before', 'tools.after', 'guard.onOutput']],
] as const)('three neighbours on the narrowest rail need no scrolling: %s', (_, points) => {
  const scene = railScene(modelOf(Object.fromEntries(points.map((point) => [point, 1]))), { width: 666, height: 345 })
  expect([scene.width, offs(scene)]).toEqual([666, []])
})

/** Where a station and its name are. */
function headings({ track, line }: RailScene): readonly Box[] {
  const names = line.flatMap((item) =>
    item.kind === 'text' && (item.font === 'station' || item.font === 'pill') ? [item] : [],
  )
  const words = names.map(({ x, y, text, align }) => {
    const width = text.length * 6.2
    const left = align === 'center' ? x - width / 2 : align === 'right' ? x - width : x
    return { x: left, y: y - 6, width, height: 12 }
  })
  const discs = track.stops
    .filter(({ stop }) => stop !== 'model' && stop !== 'tool')
    .map(({ x, y, radius }) => ({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }))
  return [...words, ...discs]
}

const crowds = fc.record({
  counts: fc.array(fc.constantFrom(0, 0, 1, 2, 4, 9), { minLength: POINTS.length, maxLength: POINTS.length }),
  width: fc.constantFrom(...WIDTHS),
  height: fc.constantFrom(240, 345, 460),
  opening: fc.constantFrom(null, ...POINTS),
})

test('no two of cards, the room for what is dragged, and stations with their names lie over each other', () => {
  fc.assert(
    fc.property(crowds, ({ counts, width, height, opening }) => {
      const model = modelOf(Object.fromEntries(POINTS.map((point, at) => [point, counts[at] ?? 0])))
      const scene = railScene(model, { width, height }, opening)
      expect(scene.opening?.point ?? null).toBe(opening)
      const below = [...cardsOf(scene).map(({ box }) => box), ...(scene.opening === null ? [] : [scene.opening.box])]
      const boxes = [...headings(scene), ...below.map((box) => ({ ...box, y: box.y + scene.cardsY }))]
      for (const [at, box] of boxes.entries()) {
        expect(boxes.slice(at + 1).filter((other) => overlaps(box, other))).toEqual([])
        expect(box.x >= 0 && box.x + box.width <= scene.width).toBe(true)
      }
      for (const box of below) expect(box.y + box.height).toBeLessThanOrEqual(scene.cardsHeight)
    }),
    { numRuns: 400 },
  )
})

test('what opens moves nothing sideways, is below its station and as wide as its words need', () => {
  fc.assert(
    fc.property(crowds, ({ counts, width, height, opening }) => {
      const model = modelOf(Object.fromEntries(POINTS.map((point, at) => [point, counts[at] ?? 0])))
      const [rest, open] = [railScene(model, { width, height }), railScene(model, { width, height }, opening)]
      expect(open.track).toEqual(rest.track)
      expect(open.width).toBe(rest.width)
      expect(cardsOf(open).map(({ box }) => box.x)).toEqual(cardsOf(rest).map(({ box }) => box.x))
      const { opening: room } = open
      const mark = room === null ? 0 : stopAt(open.track, room.point).x
      if (room !== null && cardsOf(open).every(({ station }) => station.point !== room.point))
        expect(mark >= room.box.x && mark <= room.box.x + room.box.width).toBe(true)
      if (open.opening !== null) expect(open.opening.box.width).toBeGreaterThanOrEqual(72)
    }),
  )
})

test('what opens behind the last card can be seen where the cards can give way', () => {
  const box = { width: 668, height: 345 }
  for (const count of [0, 1, 2, 3, 4, 5]) {
    const scene = railScene(modelOf({ 'tools.before': count }), box, 'tools.before')
    const bottom = scene.cardsY + (scene.opening?.box.y ?? 0) + (scene.opening?.box.height ?? 0)
    expect(bottom).toBeLessThanOrEqual(box.height)
  }
})
