import { expect, it } from 'vitest'
import { attachment, sessionWith, TURN } from '../testing/spans'
import { railModel } from './model'
import { speakHook } from './say-hook'
import { railScene } from './scene'

const SETS = ['careful', 'careful', null, 'careful', 'mine', null]

it('hooks of a set that are asked one behind the other have a hull with its name; others between them part it', () => {
  const hooks = SETS.map((set, at) =>
    attachment({ name: `h${at}`, points: ['tools.before'], ...(set === null ? {} : { set }) }),
  )
  const model = railModel(sessionWith(hooks, []), TURN)
  const scene = railScene(model, { width: 900, height: 420 })
  const names = scene.targets.filter(({ kind }) => kind === 'set')
  expect(names.map(({ hook }) => [hook?.set, hook?.name])).toEqual([
    ['careful', 'h0'],
    ['careful', 'h3'],
    ['mine', 'h4'],
  ])
  const hulls = scene.cards.filter((item) => item.kind === 'rect' && item.radius === 10)
  const cards = scene.targets.filter(({ kind }) => kind === 'card')
  const inside = hulls.map((hull) =>
    cards.flatMap(({ box, hook }) =>
      hull.kind === 'rect' && box.y > hull.y && box.y + box.height < hull.y + hull.height ? [hook?.name] : [],
    ),
  )
  expect(inside).toEqual([['h0', 'h1'], ['h3'], ['h4']])
  const [first] = model.stations.find(({ point }) => point === 'tools.before')?.hooks ?? []
  expect(first === undefined ? '' : speakHook(first)).toBe('h0, library hook, of the set careful, enforcing, not asked')
})
