import type { Json } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { type DiffLine, diffValues } from './diff'

describe('what changed between two values', () => {
  const rows: readonly [name: string, before: Json, after: Json, lines: readonly string[]][] = [
    [
      'a changed argument shows both sides and keeps its neighbours',
      { old_string: 'a', new_string: 'b\r\n' },
      { old_string: 'a', new_string: 'b\n' },
      ['  old_string: "a"', '- new_string: "b[\\r\\n]"', '+ new_string: "b[\\n]"'],
    ],
    ['an added argument is one line', { a: 1 }, { a: 1, b: true }, ['  a: 1', '+ b: true']],
    ['a dropped argument is one line', { a: 1, b: 2 }, { a: 1 }, ['  a: 1', '- b: 2']],
    [
      'a call of the same name is compared by its arguments',
      { name: 'run', args: { command: 'npm ci' } },
      { name: 'run', args: { command: 'npm ci --dry-run' } },
      ['- command: "npm ci"', '+ command: "npm ci[ --dry-run]"'],
    ],
    ['text is compared by its lines', 'a\nb\nc', 'a\nB\nc', ['  a', '- b', '+ B', '  c']],
    [
      'words that changed within a line of several are marked',
      'let a = 1\nlet b = 2\n',
      'let a = 1\nconst b = 2\nlet c = 3\n',
      ['  let a = 1', '- [let] b = 2', '+ [const] b = 2', '+ let c = 3'],
    ],
    ['a line that changed its ending shows it', 'a\nb\r\n', 'a\nb\n', ['  a', '- b[\\r]', '+ b']],
    ['far lines fold into a count', 'a\n1\n2\n3\n4', 'b\n1\n2\n3\n4', ['- a', '+ b', '  1', '  2', '… 2']],
    ['values of different kinds are shown whole', 'x', { y: 1 }, ['- "x"', '+ {', '+   "y": 1', '+ }']],
  ]

  test.each(rows)('%s', (_, before, after, lines) => {
    expect(diffValues(before, after).map(draw)).toEqual(lines)
  })
})

function draw(line: DiffLine): string {
  if (line.kind === 'folded') return `… ${line.lines}`
  const sign = { same: ' ', added: '+', removed: '-' }[line.kind]
  return `${sign} ${line.pieces.map((piece) => (piece.marked ? `[${piece.text}]` : piece.text)).join('')}`
}
