import { describe, expect, test } from 'vitest'
import { controlPieces, showControls } from './control-text'
import { safeLink } from './safe-link'

describe('foreign text', () => {
  test.each([
    ['plain', 'a\n\tb', 'a\n\tb'],
    ['an escape sequence', '\u001b[31mred', '‹ESC›[31mred'],
    ['a line end of two characters', 'a\r\nb', 'a\r\nb'],
    ['a carriage return that would write over the line', 'safe\rrm -rf', 'safe‹CR›rm -rf'],
    ['a turn of direction', 'a\u202eb', 'a‹RLO›b'],
    ['right-to-left text', 'שלום', 'שלום'],
  ])('%s', (_, text, shown) => expect(showControls(text)).toBe(shown))

  test('its symbols are pieces of their own', () => {
    expect(controlPieces('a\u0000\u0007b').map(({ text, symbol }) => (symbol ? `(${text})` : text))).toEqual([
      ...['a', '(‹NUL›‹BEL›)', 'b'],
    ])
  })
})

describe('where a link leads', () => {
  test.each([
    ['https://example.org', true],
    ['mailto:a@example.org', true],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['src/lexer.ts', false],
    ['//example.org', false],
    ['', false],
    [undefined, false],
  ])('%s', (href, leads) => expect(safeLink(href) !== null).toBe(leads))
})
