import { describe, expect, test } from 'vitest'
import { codePieces } from './code-tokens'
import { highlight } from './grammars'

const TS = 'export function parse(text: string): number {\n  return 1 // one\n}\n'

describe('code in colours', () => {
  test('holds every letter of the code', () => {
    const text = highlight(TS, 'ts')?.map((piece) => piece.text)
    expect(text?.join('')).toBe(TS)
  })

  test.each([
    ['a word of the language', 'export', 'keyword'],
    ['a name', 'parse', 'name'],
    ['a number', '1', 'number'],
    ['a comment', '// one', 'comment'],
  ])('%s is told apart', (_, text, kind) => {
    expect(highlight(TS, 'typescript')).toContainEqual({ text, kind })
  })

  test.each(['ts', 'tsx', 'js', 'sh', 'py', 'json', 'yml', 'html', 'rs', 'toml', 'diff'])('knows %s', (language) => {
    expect(highlight('a', language)).not.toBeNull()
  })

  test('a language that is not known has none', () => {
    expect(highlight('a', 'brainfuck')).toBeNull()
  })

  test('pieces of one kind that touch are one', () => {
    const text = (value: string) => ({ type: 'text', value })
    expect(codePieces({ type: 'root', children: [text('a'), text('b')] })).toEqual([{ text: 'ab', kind: null }])
  })
})
