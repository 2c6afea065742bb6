import { describe, expect, it } from 'vitest'
import { makePaint, safePainted } from './paint'
import { table } from './table'
import { cut, duration, jsonText, oneLine, safe, widthOf } from './text'

describe('text for a terminal', () => {
  it('never lets control or direction characters through', () => {
    expect(safe('a\u001b[31mred\u0007\r\nb\tc')).toBe('a␛[31mred␇\nb\tc')
    expect(safe('x\u202egpj.exe\u009b1m')).toBe('x\\u202egpj.exe\\u009b1m')
    expect(oneLine('a\nb\tc')).toBe('a⏎b c')
  })

  it('cuts between graphemes, by the columns that they take', () => {
    expect(cut('abcdef', 4)).toBe('abc…')
    expect(cut('👩‍👩‍👧 and more', 4)).toBe('👩‍👩‍👧 …')
    expect(cut('日本語テキスト', 6)).toBe('日本…')
    expect(cut('e\u0301e\u0301e\u0301', 3)).toBe('e\u0301e\u0301e\u0301')
    expect(widthOf('日本 x')).toBe(6)
  })

  it.each([
    [0, '0 ms'],
    [0.44, '0.4 ms'],
    [12.3, '12 ms'],
    [3210, '3.2 s'],
    [125_000, '2 min 5 s'],
  ])('%d ms is %s', (ms, text) => {
    expect(duration(ms)).toBe(text)
  })
})

describe('table', () => {
  const columns = [{ title: 'name', most: 6 }, { title: 'n', right: true }, { title: 'what' }]
  it('keeps columns apart whatever is in them, and gives the last one what is left', () => {
    const rows = [
      ['日本', '5', 'short'],
      ['too-long-a-name', '12', 'w'.repeat(60)],
    ]
    expect(table(columns, rows, 42)).toEqual([
      'name     n  what',
      '日本     5  short',
      `too-l…  12  ${'w'.repeat(29)}…`,
    ])
  })

  it('has only its head where there are no rows', () => {
    expect(table(columns, [], 80)).toEqual(['name  n  what'])
  })
})

it('what is painted keeps its paint and nothing else', () => {
  const paint = makePaint(true)
  expect(safePainted(paint('red', 'a\u001b[2Jb\u202ec'))).toBe('\u001b[31ma␛[2Jb\\u202ec\u001b[39m')
})

it('JSON reads back to the letter, and holds nothing that a terminal obeys', () => {
  const value = { name: 'a\u001b[2J\u009b31m\u202eb\u{e0041}\u007f', list: ['\ud800', 'שלום', 'a\r\nb'] }
  const text = jsonText(value)
  expect(JSON.parse(text)).toEqual(value)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]|\u{e0041}/u)
})
