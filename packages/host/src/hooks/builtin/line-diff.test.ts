import { describe, expect, it } from 'vitest'
import { lineDiff, uniquePiece } from './line-diff'

describe('what changed, line by line', () => {
  it.each([
    ['a\nb\nc\n', 'a\nB\nc\n', '@@ line 2 @@\n-b\n+B'],
    ['a\nb\nc\nd\ne\n', 'A\nb\nc\nd\nE\n', '@@ line 1 @@\n-a\n+A\n@@ line 5 @@\n-e\n+E'],
    ['a\nc\n', 'a\nb\nc\n', '@@ line 2 @@\n+b'],
    ['a\nb\nc\n', 'a\nc\n', '@@ line 2 @@\n-b'],
    ['same\n', 'same\n', ''],
    ['', 'x', '@@ line 1 @@\n-\n+x'],
  ])('%j to %j', (before, after, diff) => {
    expect(lineDiff(before, after, 100)).toBe(diff)
  })

  it('leaves out what is too much, and says so', () => {
    expect(lineDiff('a\nb\nc\n', 'A\nB\nC\n', 3)).toBe('@@ line 1 @@\n-a\n-b\n[4 more lines of the diff]')
  })

  it('takes long texts as one change, without an end', () => {
    const text = (prefix: string) => Array.from({ length: 20_000 }, (_, n) => `${prefix}${n}`).join('\n')
    expect(lineDiff(text('a'), text('b'), 2)).toMatch(/^@@ line 1 @@\n-a0\n\[39999 more lines/)
  })
})

describe('the piece that changed, standing once', () => {
  it.each([
    ['a\nb\nc\n', 'a\nB\nc\n'],
    ['x\nx\nx\nx\n', 'x\nx\ny\nx\n'],
    ['{\n}\n{\n}\n{\n}\n', '{\n}\n{\n\n}\n{\n}\n'],
    ['a', 'a\n'],
    ['a\n\n\n', 'a\n'],
    ['\na\n', 'a\n'],
    ['one\n', 'other\n'],
  ])('%j to %j', (before, after) => {
    const { from, to } = uniquePiece(before, after)
    expect(before.split(from)).toHaveLength(2)
    expect(before.replace(from, () => to)).toBe(after)
  })

  it('is small in a large text', () => {
    const lines = Array.from({ length: 1_000 }, (_, n) => `line ${n}\n`)
    const { from } = uniquePiece(lines.join(''), lines.with(500, 'other\n').join(''))
    expect(from.length).toBeLessThan(60)
  })
})
