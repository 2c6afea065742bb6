import type { Json, JsonObject } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { misfit } from './schema-misfit'

describe('whether a value fits', () => {
  const env = { type: 'object', additionalProperties: { type: 'string' } }
  const item = { type: 'object', properties: { find: { type: 'string', minLength: 1 } }, required: ['find'] }
  const rows: readonly [name: string, schema: JsonObject, value: Json, said: string | null][] = [
    ['a text', { type: 'string' }, '', null],
    ['an empty text where one is needed', { type: 'string', minLength: 1 }, '', 'This must not be empty.'],
    ['a short text', { type: 'string', minLength: 3 }, 'ab', 'This must have at least 3 characters.'],
    ['a long text', { type: 'string', maxLength: 2 }, 'abc', 'This may have 2 characters at most; it has 3.'],
    ['a text off its pattern', { type: 'string', pattern: '^a' }, 'b', 'This must match ^a'],
    ['a pattern that nobody can read', { type: 'string', pattern: '(' }, 'b', null],
    ['a number for a text', { type: 'string' }, 3, 'This must be text.'],
    ['a fraction for a whole number', { type: 'integer' }, 1.5, 'This must be a whole number.'],
    ['a small number', { type: 'number', minimum: 1 }, 0, 'This must be at least 1.'],
    ['one of two types', { type: ['string', 'null'] }, null, null],
    ['what is not on the list', { enum: ['a', 'b'] }, 'c', 'This must be one of "a", "b".'],
    ['one of a union', { anyOf: [{ const: 'a', type: 'string' }, { type: 'number' }] }, 4, null],
    ['none of a union', { anyOf: [{ type: 'string' }, { type: 'number' }] }, true, 'This is none of what fits here.'],
    ['too few entries', { type: 'array', minItems: 1 }, [], 'This must have at least 1 entries.'],
    ['a wrong entry', { type: 'array', items: { type: 'string' } }, ['a', 1], '[1] must be text.'],
    ['a map of texts', env, { A: 'b' }, null],
    ['a map with a number', env, { A: 1 }, 'A must be text.'],
    ['a missing key', item, {}, 'find is missing.'],
    [
      'a key that is wrong within',
      { properties: { rule: item } },
      { rule: { find: '' } },
      'rule.find must not be empty.',
    ],
    ['a key that is not known', { ...item, additionalProperties: false }, { find: 'a', b: 1 }, 'b is not known here.'],
    ['a schema that says nothing', {}, { a: [1] }, null],
  ]
  test.each(rows)('%s', (_, schema, value, said) => expect(misfit(schema, value)).toBe(said))
})
