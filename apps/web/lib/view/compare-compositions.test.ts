import { type Attachment, attachmentId, type Composition } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { compositionOf } from '../testing/log-writer'
import { compareCompositions, differenceText } from './compare-compositions'

const fence = { name: 'workspace-fence', points: ['tools.before'] } as const
const ask = { name: 'ask-before', points: ['tools.before'] } as const
const rules = { name: 'house-rules', points: ['guard.onInput'] } as const

type Sketch = Parameters<typeof compositionOf>[0][number]

function then(...hooks: readonly Sketch[]): Composition {
  return { ...compositionOf(hooks), hash: 'then' }
}

function now(...hooks: readonly Sketch[]): Composition {
  return { ...compositionOf(hooks), hash: 'now' }
}

/** The first hook, changed. */
function withFirst(composition: Composition, change: Partial<Attachment>): Composition {
  return { ...composition, hooks: composition.hooks.map((hook, at) => (at === 0 ? { ...hook, ...change } : hook)) }
}

describe('what changed since a turn', () => {
  const rows: readonly [name: string, before: Composition, after: Composition, said: readonly string[]][] = [
    ['nothing', then(fence), { ...then(fence) }, []],
    ['a hook was attached', then(fence), now(fence, ask), ['+ ask-before']],
    ['a hook was detached', then(fence, ask), now(ask), ['− workspace-fence']],
    ['all were replaced', then(fence), now(rules), ['+ house-rules', '− workspace-fence']],
    ['a mode was set', then(fence), withFirst(now(fence), { mode: 'shadow' }), ['workspace-fence: enforce → shadow']],
    [
      'a failure policy was set',
      then(fence),
      withFirst(now(fence), { onFailure: 'closed' }),
      ['workspace-fence: fails open → closed'],
    ],
    [
      'it moved to another station',
      then(fence),
      withFirst(now(fence), { points: ['tools.after'] }),
      ['workspace-fence: tools.before → tools.after'],
    ],
    [
      'its parameters were changed, and so its version',
      then(fence),
      withFirst(now(fence), { params: { roots: ['/'] }, version: 'v2' }),
      ['workspace-fence: other parameters'],
    ],
    [
      'its parameters came in another order of keys',
      withFirst(then(fence), { params: { a: 1, b: [2] } }),
      withFirst(now(fence), { params: { b: [2], a: 1 } }),
      [],
    ],
    ['its file was edited', then(fence), withFirst(now(fence), { version: 'v2' }), ['workspace-fence: edited']],
    [
      'its file broke',
      then(fence),
      withFirst(now(fence), { version: null, error: 'no such name' }),
      ['workspace-fence: does not load any more'],
    ],
    [
      'its file was mended',
      withFirst(then(fence), { version: null, error: 'no such name' }),
      now(fence),
      ['workspace-fence: loads again'],
    ],
    ['two that share a point changed places', then(fence, ask), now(ask, fence), ['order changed']],
    ['two that share no point changed places', then(fence, rules), now(rules, fence), []],
    ['it was detached and attached again', then(fence), withFirst(now(fence), { id: attachmentId('att_other') }), []],
    [
      'it was detached and attached again in shadow',
      then(fence),
      withFirst(now(fence), { id: attachmentId('att_other'), mode: 'shadow' }),
      ['workspace-fence: enforce → shadow'],
    ],
    [
      'a twin was attached',
      then(fence),
      { ...now(fence, fence), hooks: [...now(fence).hooks, ...withFirst(now(fence), { id: attachmentId('2') }).hooks] },
      ['+ workspace-fence #2'],
    ],
    ['rewrites chain now', then(), { ...now(), rewrites: 'chain' }, ['rewrites: first → chain']],
    [
      'the first block ends the asking now',
      then(),
      { ...now(), stopAtFirstBlock: true },
      ['ask all hooks → stop at the first block'],
    ],
  ]
  test.each(rows)('%s', (_, before, after, said) => {
    expect(compareCompositions(before, after).map(differenceText)).toEqual(said)
  })
})
