import { attachmentId } from '@belay/trace'
import { expect, test } from 'vitest'
import { attachment, sessionWith, TURN } from '../testing/spans'
import { boxOfTarget } from './hit'
import { railModel } from './model'
import { addPicks, boxBetween, hooksInBox, togglePick } from './picking'
import { RAIL_AT_REST, zoomRail } from './rail-camera'
import { railScene } from './scene'

const [a, b, c] = [attachmentId('a'), attachmentId('b'), attachmentId('c')]
const size = { width: 900, height: 300 }
const hooks = ['one', 'two', 'three'].map((name) => attachment({ name, points: ['tools.before'] }))
const scene = railScene(
  railModel(sessionWith([...hooks, attachment({ name: 'far', points: ['guard.onInput'] })], []), TURN),
  size,
)

test('a press on one more picks it, a second lets go of it', () => {
  expect(togglePick([a], b)).toEqual([a, b])
  expect(togglePick([a, b], a)).toEqual([b])
  expect(addPicks([a, b], [b, c])).toEqual([a, b, c])
})

test('a box picks what it touches, whichever way it was drawn, also on a zoomed rail', () => {
  for (const camera of [
    RAIL_AT_REST,
    zoomRail(scene, size, { camera: RAIL_AT_REST, factor: 0.7, at: { x: 300, y: 150 } }),
  ]) {
    const boxes = scene.targets
      .filter(({ kind, station }) => kind === 'card' && station.point === 'tools.before')
      .map((target) => boxOfTarget(scene, target, camera))
    const [first, second] = boxes
    if (first === undefined || second === undefined) throw new Error('no cards')
    const from = { x: first.x + 5, y: first.y + 5 }
    const to = { x: second.x + 9, y: second.y + 2 }
    expect(hooksInBox(scene, camera, boxBetween(from, to))).toEqual(['att_one', 'att_two'])
    expect(hooksInBox(scene, camera, boxBetween(to, from))).toEqual(['att_one', 'att_two'])
    expect(hooksInBox(scene, camera, boxBetween({ x: 0, y: 0 }, { x: 3, y: 3 }))).toEqual([])
  }
})

test('what is scrolled behind the line is not in it', () => {
  const scrolled = { ...RAIL_AT_REST, y: 1_000 }
  expect(hooksInBox(scene, scrolled, { x: 0, y: -2_000, width: 2_000, height: 4_000 })).toEqual([])
})
