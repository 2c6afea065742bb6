import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readArguments } from './arguments'
import { findJsonError } from './json-error'

describe('arguments as a model streamed them', () => {
  test.each([
    ['nothing', '', {}],
    ['blanks', ' \n\t', {}],
    ['null', 'null', {}],
    ['the string "null"', '"null"', {}],
    ['an object', ' {"a":[1,null]} ', { a: [1, null] }],
  ])('%s', (_, raw, args) => {
    expect(readArguments(raw)).toEqual({ ok: true, args })
  })

  test.each([
    ['an array', '[1]', 'must be a JSON object, and are an array'],
    ['a number', '5', 'must be a JSON object, and are a number'],
    ['a string', '"x"', 'must be a JSON object, and are a string'],
    ['a cut object', '{"a": "b', 'at position 8 the string that begins at 6 is not closed'],
    ['no JSON', 'path=foo', `at position 0 expected a value, found "p"`],
    ['an open member', '{"a":1,', `at position 7 expected a quoted name, found the end`],
    ['single quotes', "{'a':1}", `at position 1 expected a quoted name, found "'"`],
    ['something behind it', '{} x', `at position 3 expected the end`],
    ['a raw line break', '{"a":"\n"}', 'at position 6 expected an escaped control character'],
    ['a missing comma', '{"a":1 "b":2}', `at position 7 expected ',' or '}'`],
  ])('%s is a mistake with its place', (_, raw, message) => {
    const read = readArguments(raw)
    expect(read.ok ? '' : read.message).toContain(message)
  })
})

test('whatever is JSON has no error within it, and what is cut has one at or before the cut', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, cut) => {
      const text = JSON.stringify(value)
      expect(findJsonError(text)).toEqual({ position: text.length, message: 'not JSON' })
      const part = text.slice(0, cut % (text.length + 1))
      if (!isJson(part)) expect(findJsonError(part).position).toBeLessThanOrEqual(part.length)
    }),
  )
})

test('a text is refused exactly where JSON.parse refuses it', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    '1',
    '-',
    '.5',
    'e3',
    'true',
    'nul',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const text = parts.join('')
      expect(findJsonError(text).message === 'not JSON').toBe(isJson(text))
    }),
    { numRuns: 2_000 },
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
