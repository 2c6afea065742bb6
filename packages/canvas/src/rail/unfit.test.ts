import { expect, it } from 'vitest'
import { attachment, sessionWith, TURN } from '../testing/spans'
import { railModel } from './model'

it('a hook whose file has a point no more is one that does not run there, and as it was at its others', () => {
  const guard = attachment({ name: 'guard', points: ['tools.before', 'tools.after'] })
  const unfit = { why: 'it is not at tools.before any more', points: ['tools.before'] } as const
  const { stations } = railModel(sessionWith([{ ...guard, version: 'v1', unfit }], []), TURN)
  const errors = stations.flatMap(({ point, hooks }) => hooks.map(({ error, stale }) => [point, error, stale]))
  expect(errors).toEqual([
    ['tools.before', unfit.why, null],
    ['tools.after', null, null],
  ])
})
