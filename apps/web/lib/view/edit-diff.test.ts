import type { JsonObject } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { changedCount, editsOf, numbered, otherArgs } from './edit-diff'

const draw = (name: string, args: JsonObject, result: string | null = null) =>
  editsOf(name, args, result)?.map((edit) =>
    numbered(edit).map(({ line, old, now }) => {
      const text = line.pieces.map((piece) => (piece.marked ? `[${piece.text}]` : piece.text)).join('')
      return `${old ?? '-'} ${now ?? '-'} ${line.kind}: ${text}`
    }),
  )

describe('an edit of a call', () => {
  test('has the lines of the file that the tool told', () => {
    const args = { file_path: 'a.ts', old_string: 'const a = 1\nreturn a', new_string: 'const a = 2\nreturn a' }
    expect(draw('files.edit', args, 'Edited a.ts, now lines 7–8:\n7\tconst a = 2')).toEqual([
      ['7 - removed: const a = [1]', '- 7 added: const a = [2]', '8 8 same: return a'],
    ])
  })

  test('has no numbers where the place is not known', () => {
    const args = { file_path: 'a.ts', old_string: 'a\nb', new_string: 'a\nc' }
    expect(draw('files.edit', args, 'a.ts was not changed: it is not there.')).toEqual([
      ['- - same: a', '- - removed: b', '- - added: c'],
    ])
  })

  test('a new file is all added, from its first line', () => {
    expect(draw('files.write', { file_path: 'a', content: 'one\ntwo\n' })).toEqual([
      ['- 1 added: one', '- 2 added: two'],
    ])
  })

  test('several edits of one call are several diffs', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: 'd' },
    ]
    expect(draw('MultiEdit', { file_path: 'a', edits })).toHaveLength(2)
  })

  test.each([
    ['a call that edits nothing', 'run', { command: 'ls' }],
    ['content that is written to no file', 'mail.write', { content: 'hello' }],
    ['edits in a form that nobody knows', 'edit', { edits: [{ from: 1 }] }],
    ['a text without its other side', 'files.edit', { old_string: 'a' }],
  ])('%s has none', (_, name, args) => {
    expect(editsOf(name, args, null)).toBeNull()
  })

  test('what is shown as a diff is not shown as an argument', () => {
    expect(otherArgs({ file_path: 'a', old_string: 'b', new_string: 'c' })).toEqual({ file_path: 'a' })
  })

  test('its changed lines are counted', () => {
    const [edit] = editsOf('files.edit', { old_string: 'a\nb\n', new_string: 'a\nc\nd\n' }, null) ?? []
    expect(edit === undefined ? null : changedCount(numbered(edit))).toEqual({ added: 2, removed: 1 })
  })
})
