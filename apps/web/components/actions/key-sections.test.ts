import { expect, it } from 'vitest'
import type { Action } from './action'
import { keySections } from './key-sections'

it('a sheet has what is there: actions with keys, and beside them the plain keys of the same part', () => {
  const run = () => undefined
  const actions: readonly Action[] = [
    { id: 'rail.fit', title: 'Fit all', group: 'Rail', keys: ['0'], run },
    { id: 'page.undo', title: 'Undo', group: 'Page', keys: ['Ctrl+Z', 'U'], run },
    { id: 'page.rename', title: 'Rename', group: 'Page', run },
  ]
  const plain = [
    { title: 'Rail, while it is focused', keys: [['↑', 'station before']] },
    { title: 'Message', keys: [['Enter', 'send']] },
  ] as const
  expect(keySections(actions, plain)).toEqual([
    { title: 'Everywhere', rows: [{ keys: ['Ctrl+Z', 'U'], does: 'Undo' }] },
    {
      title: 'Rail, while it is focused',
      rows: [
        { keys: ['0'], does: 'Fit all' },
        { keys: ['↑'], does: 'station before' },
      ],
    },
    { title: 'Message', rows: [{ keys: ['Enter'], does: 'send' }] },
  ])
})
