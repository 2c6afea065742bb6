import { describe, expect, test } from 'vitest'
import { headOf, lineCount, partsOf } from './long-text'

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n')

describe('the beginning of a long text', () => {
  test.each([
    ['a short text is whole', 'one\ntwo', 'one\ntwo', 0, false],
    ['lines beyond the bound are left', lines(6), 'line 0\nline 1\nline 2', 21, false],
    ['a line without end is cut', 'x'.repeat(90), 'x'.repeat(40), 50, true],
    ['words are not cut', `${'word '.repeat(20)}end`, 'word word word word word word word word', 64, true],
    ['an empty text is empty', '', '', 0, false],
  ])('%s', (_, text, head, left, cut) => {
    expect(headOf(text, { lines: 3, chars: 40 })).toEqual({ text: head, left, cut })
  })

  test('a letter of two halves is kept whole', () => {
    const { text } = headOf('😀'.repeat(40), { lines: 3, chars: 41 })
    expect([...text].every((letter) => letter === '😀')).toBe(true)
  })
})

describe('the lines of a text', () => {
  test.each([
    ['', 1],
    ['one', 1],
    ['one\n', 1],
    ['one\ntwo', 2],
    ['one\n\ntwo\n', 3],
  ])('%j has %i', (text, count) => {
    expect(lineCount(text)).toBe(count)
  })
})

describe('the parts of a text', () => {
  const read = (text: string, most = 10) => partsOf(text, most).map(([from, to]) => text.slice(from, to))

  test('are its lines', () => {
    expect(read('a\n\nb\n')).toEqual(['a', '', 'b'])
  })

  test('a long line is several', () => {
    expect(read('x'.repeat(25))).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)])
  })

  test('no letter is cut in two, and none is lost', () => {
    const text = '😀'.repeat(20)
    const parts = read(text, 11)
    expect(parts.join('')).toBe(text)
    for (const part of parts) expect([...part].every((letter) => letter === '😀')).toBe(true)
  })

  test('a million lines are counted and parted without reading more than once', () => {
    const text = 'line\n'.repeat(1_000_000)
    expect(partsOf(text, 2_000)).toHaveLength(1_000_000)
  })
})
