import type { LibraryEntry } from '@belay/canvas'
import { attachmentId, type PointId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { planOfKey, type RailKey } from './rail-keys'

const hook = (name: string, points: readonly PointId[]) =>
  ({ id: attachmentId(name), hook: name, name, points, source: 'library', mode: 'enforce' }) as const
const entry = (slug: string, points: readonly PointId[]): LibraryEntry => ({
  slug,
  name: slug,
  points,
  together: false,
  error: null,
})
const table = {
  hooks: [hook('a', ['tools.before']), hook('b', ['stop.done', 'tools.before']), hook('c', ['tools.before'])],
  library: [
    entry('a', ['tools.before']),
    entry('b', ['stop.done', 'tools.before']),
    entry('c', ['context.build', 'tools.before', 'tools.after']),
  ],
}

describe('keys on a hook', () => {
  test.each<readonly [string, PointId, RailKey, object]>([
    ['a', 'tools.before', 'earlier', { kind: 'nothing', reason: 'It is asked first here.' }],
    ['b', 'tools.before', 'earlier', { kind: 'reorder', position: 0 }],
    ['b', 'tools.before', 'later', { kind: 'reorder', position: 2 }],
    ['c', 'tools.before', 'later', { kind: 'nothing', reason: 'It is asked last here.' }],
    ['c', 'tools.before', 'after', { kind: 'move', points: ['tools.after'], to: 'tools.after' }],
    ['c', 'tools.before', 'before', { kind: 'move', points: ['context.build'] }],
    ['a', 'tools.before', 'after', { kind: 'nothing', reason: 'It can stand at no station after tools.before.' }],
    ['b', 'tools.before', 'off', { kind: 'detach', left: ['stop.done'] }],
    ['a', 'tools.before', 'off', { kind: 'detach', left: [] }],
  ])('%s at %s, %s', (name, point, key, plan) => {
    expect(planOfKey(table, { attachment: attachmentId(name), point }, key)).toMatchObject(plan)
  })

  test.each<RailKey>(['earlier', 'later', 'before', 'after', 'off'])(
    'a hook that a program brought says whose it is, by %s',
    (key) => {
      const brought = { ...hook('p', ['tools.before']), source: 'program', hook: 'careful/tools.before' } as const
      const plan = planOfKey(
        { ...table, hooks: [brought, ...table.hooks] },
        { attachment: attachmentId('p'), point: 'tools.before' },
        key,
      )
      expect(plan).toMatchObject({ kind: 'nothing', reason: expect.stringContaining('comes with the program careful') })
    },
  )
})

describe('keys on one of several that are picked', () => {
  const picked = ['a', 'b'].map(attachmentId)
  test.each<readonly [string, RailKey, object]>([
    ['a', 'off', { kind: 'several', attachments: picked, change: { do: 'detach' } }],
    ['a', 'later', { kind: 'several', attachments: picked, change: { do: 'move', position: 1 } }],
    ['b', 'later', { kind: 'several', attachments: picked, change: { do: 'move', position: 1 } }],
    ['b', 'earlier', { kind: 'nothing', reason: 'It is asked first here.' }],
    ['c', 'earlier', { kind: 'reorder', position: 1 }],
  ])('%s %s', (name, key, plan) => {
    expect(planOfKey(table, { attachment: attachmentId(name), point: 'tools.before', picked }, key)).toMatchObject(plan)
  })
})
