import { describe, expect, it } from 'vitest'
import { readJson } from './read-json'

describe('readJson', () => {
  it('reads what is JSON, with or without a byte order mark', () => {
    expect(readJson('\ufeff{"a":[1,"x"]}')).toEqual({ ok: true, value: { a: [1, 'x'] } })
  })

  const rows: readonly [sentence: string, text: string, line: number, column: number, reason: RegExp][] = [
    ['nothing at all', '', 1, 1, /ends too early/],
    ['a value that is missing', '{"a":}', 1, 6, /unexpected '}'/],
    ['a comma at the end of an object', '{\n  "a": 1,\n}', 3, 1, /property name/],
    ['a name without quotes, far into a long text', `[${'1,'.repeat(500)}\n  x]`, 2, 3, /unexpected 'x'/],
    ['a text that is cut', '{"a": "b', 1, 9, /string|ends/],
    ['a second value', '{} {}', 1, 4, /non-whitespace/],
    ['a comma that is missing', '{"a":1\n"b":2}', 2, 1, /expected ','/],
  ]
  it.each(rows)('%s', (_, text, line, column, reason) => {
    expect(readJson(text)).toEqual({ ok: false, line, column, reason: expect.stringMatching(reason) })
  })
})
