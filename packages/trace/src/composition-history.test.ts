import { describe, expect, it } from 'vitest'
import type { Composition } from './composition'
import { type CompositionHistory, NO_HISTORY, noteChange } from './composition-history'
import type { CompositionChangeKind } from './event'

const composition = (hash: string): Composition => ({
  ...{ hash, extensions: [], hooks: [], rewrites: 'first', stopAtFirstBlock: false },
})

type Step = readonly [kind: CompositionChangeKind, after: string, name?: string]

/** The session begins under `a`. */
function walk(steps: readonly Step[]): CompositionHistory {
  let before = 'a'
  return steps.reduce((history, [kind, after, name], index) => {
    const event = { seq: index + 2, composition: composition(after), kind, ...(name === undefined ? {} : { name }) }
    const next = noteChange(history, event, before)
    before = after
    return next
  }, NO_HISTORY)
}

const names = ({ undo, redo }: CompositionHistory) => ({ undo: undo.map((e) => e.name), redo: redo.map((e) => e.name) })

const rows: readonly [says: string, steps: readonly Step[], undo: readonly string[], redo: readonly string[]][] = [
  ['nothing was changed: there is nothing to undo', [], [], []],
  ['an edit can be undone', [['edit', 'b', 'attach x']], ['attach x'], []],
  [
    'what was undone can be redone',
    [
      ['edit', 'b', 'attach x'],
      ['undo', 'a'],
    ],
    [],
    ['attach x'],
  ],
  [
    'what was redone can be undone',
    [
      ['edit', 'b', 'x'],
      ['undo', 'a'],
      ['redo', 'b'],
    ],
    ['x'],
    [],
  ],
  [
    'a new edit forgets what could be redone',
    [
      ['edit', 'b', 'x'],
      ['undo', 'a'],
      ['edit', 'c', 'y'],
    ],
    ['y'],
    [],
  ],
  [
    'an edited file stands on neither stack',
    [
      ['edit', 'b', 'x'],
      ['refresh', 'c'],
    ],
    ['x'],
    [],
  ],
  [
    'an edited file forgets nothing',
    [
      ['edit', 'b', 'x'],
      ['undo', 'a'],
      ['refresh', 'c'],
    ],
    [],
    ['x'],
  ],
  ['an edit without a name cannot be undone', [['edit', 'b']], [], []],
  ['an undo of nothing changes nothing', [['undo', 'a']], [], []],
  ['a redo of nothing changes nothing', [['redo', 'a']], [], []],
]

describe('the history of a composition', () => {
  it.each(rows)('%s', (_, steps, undo, redo) => {
    expect(names(walk(steps))).toEqual({ undo, redo })
  })

  it('knows what ruled before and after each edit', () => {
    const { undo } = walk([
      ['edit', 'b', 'x'],
      ['refresh', 'c'],
      ['edit', 'd', 'y'],
    ])
    expect(undo).toEqual([
      { seq: 2, name: 'x', before: 'a', after: 'b' },
      { seq: 4, name: 'y', before: 'c', after: 'd' },
    ])
  })

  it('goes back two hundred edits and no further', () => {
    const { undo } = walk(Array.from({ length: 250 }, (_, index): Step => ['edit', `h${index}`, `edit ${index}`]))
    expect(undo).toHaveLength(200)
    expect(undo.at(-1)?.name).toBe('edit 249')
  })
})
