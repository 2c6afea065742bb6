import { describe, expect, it } from 'vitest'
import { type KeptChange, nowOf, planFile, planPutBack, type Seen } from './plan'

const edited: KeptChange = { path: '/f', before: 'B', mode: 0o755, after: 'A' }
const created: KeptChange = { path: '/f', before: null, mode: null, after: 'A' }
const unchanged: KeptChange = { path: '/f', before: 'B', mode: 0o644, after: 'B' }
/** A removal by a putting back, to be taken back. */
const removed: KeptChange = { path: '/f', before: 'B', mode: 0o644, after: null }

const file = (hash: string): Seen => ({ kind: 'file', hash })
const nothing: Seen = { kind: 'nothing' }
const folder: Seen = { kind: 'other', reason: 'it is a folder by now' }
const back = { do: 'restore', hash: 'B', mode: 0o755 }
const gone = { do: 'remove' }
const keep = (reason: string) => ({ do: 'keep', reason })

const rows: readonly [says: string, change: KeptChange, seen: Seen, asked: unknown, overwriting: unknown][] = [
  ['an edited file that is as the turn left it is put back', edited, file('A'), back, back],
  ['an edited file that is as it was is left', edited, file('B'), keep('it is as it was'), keep('it is as it was')],
  [
    'an edited file that is another by now is left, or overwritten',
    edited,
    file('X'),
    keep('it was changed since'),
    back,
  ],
  ['an edited file that is gone is left away, or made again', edited, nothing, keep('it was removed since'), back],
  [
    'an edited file that is a folder by now is never touched',
    edited,
    folder,
    keep('it is a folder by now'),
    keep('it is a folder by now'),
  ],
  ['a created file that is as the turn left it is removed', created, file('A'), gone, gone],
  ['a created file that is gone is as it was', created, nothing, keep('it is as it was'), keep('it is as it was')],
  ['a created file that is another by now is left, or removed', created, file('X'), keep('it was changed since'), gone],
  [
    'an edit that the turn itself took back needs nothing',
    unchanged,
    file('B'),
    keep('it is as it was'),
    keep('it is as it was'),
  ],
  [
    'a removed file whose place is empty is made again',
    removed,
    nothing,
    { ...back, mode: 0o644 },
    { ...back, mode: 0o644 },
  ],
  [
    'a removed file whose place is taken is left',
    removed,
    file('X'),
    keep('it was changed since'),
    { ...back, mode: 0o644 },
  ],
]

describe('what becomes of a file', () => {
  it.each(rows)('%s', (_, change, seen, asked, overwriting) => {
    expect(planFile(change, seen, false)).toEqual(asked)
    expect(planFile(change, seen, true)).toEqual(overwriting)
  })

  it('is planned for each file by what stands at its path', () => {
    const changes = [edited, { ...created, path: '/g' }]
    expect(planPutBack({ changes, now: new Map([['/f', file('A')]]), overwrite: false })).toEqual([
      { path: '/f', step: back },
      { path: '/g', step: keep('it is as it was') },
    ])
  })

  it.each([
    ['as_left', edited, file('A')],
    ['as_before', edited, file('B')],
    ['gone', edited, nothing],
    ['as_before', created, nothing],
    ['changed_since', edited, file('X')],
    ['changed_since', edited, folder],
  ] as const)('is called %s', (now, change, seen) => {
    expect(nowOf(change, seen)).toBe(now)
  })
})
