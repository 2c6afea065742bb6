import type { Json, JsonObject } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { draftOf, fieldsOf, newItem } from './schema-fields'
import { readDraft } from './schema-reading'

describe('which field a property gets', () => {
  const rows: readonly [name: string, property: JsonObject, value: Json | undefined, type: string][] = [
    ['a string', { type: 'string' }, undefined, 'text'],
    ['a number', { type: 'integer' }, 3, 'number'],
    ['a truth value', { type: 'boolean' }, true, 'boolean'],
    ['one of a few', { enum: ['a', 'b'] }, 'a', 'choice'],
    ['a union of constants', { anyOf: [{ const: 'a' }, { const: 'b' }] }, 'a', 'choice'],
    ['a list of strings', { type: 'array', items: { type: 'string' } }, ['x'], 'list'],
    ['a list of strings of several lines', { type: 'array', items: { type: 'string' } }, ['x\ny'], 'json'],
    ['a list of free objects', { type: 'array', items: { type: 'object' } }, [], 'json'],
    ['a list of known objects', { type: 'array', items: { properties: { find: { type: 'string' } } } }, [], 'items'],
    ['an object', { type: 'object' }, {}, 'json'],
    ['an object of known parts', { type: 'object', properties: { a: { type: 'string' } } }, {}, 'group'],
    ['an object with more than its known parts', { type: 'object', properties: { a: {} } }, { b: 1 }, 'json'],
    ['a map', { type: 'object', properties: { a: {} }, additionalProperties: { type: 'string' } }, {}, 'json'],
    ['what has no schema goes by its value', {}, 'text', 'text'],
  ]
  test.each(rows)('%s', (_, property, value, type) => {
    const [field] = fieldsOf({ properties: { it: property } }, value === undefined ? {} : { it: value })
    expect(field?.kind.type).toBe(type)
  })

  test.each([
    [
      { minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      { min: 1, max: null },
    ],
    [
      { minimum: -Number.MAX_SAFE_INTEGER, maximum: 9 },
      { min: null, max: 9 },
    ],
    [{}, { min: null, max: null }],
  ])('a number of %j is bound by what somebody set: %j', (limits, bounds) => {
    const [field] = fieldsOf({ properties: { it: { type: 'integer', ...limits } } }, {})
    expect(field?.kind).toMatchObject(bounds)
  })

  test('values beyond the schema get a field too, so that nothing is lost', () => {
    expect(fieldsOf(null, { extra: 1 }).map(({ key }) => key)).toEqual(['extra'])
  })
})

describe('reading a form', () => {
  const schema = {
    properties: {
      patterns: { type: 'array', items: { type: 'string' } },
      limit: { type: 'integer', minimum: 1 },
      rule: { type: 'object' },
      reason: { type: 'string' },
      loud: { type: 'boolean' },
      command: { type: 'string', minLength: 1 },
      put: { type: 'string' },
    },
    required: ['limit', 'command', 'put'],
    additionalProperties: false,
  }
  const fits = { command: 'ls', put: '\n' }
  const values = { ...fits, patterns: ['rm -rf', 'git push'], limit: 3, rule: { a: [1] }, reason: 'no', loud: true }
  const fields = fieldsOf(schema, { ...values, extra: '' })
  const draft = draftOf(fields, values)

  test('what was put in comes out', () => expect(readDraft(fields, draft)).toEqual({ ok: true, value: values }))

  test('an emptied text is left out, and so is an emptied list that nobody needs', () => {
    const read = readDraft(fields, { ...draft, reason: '', patterns: ' ' })
    expect(read).toEqual({ ok: true, value: { ...fits, limit: 3, rule: { a: [1] }, loud: true } })
  })

  const mistakes: readonly [name: string, key: string, input: string, message: RegExp][] = [
    ['not a number', 'limit', 'three', /not a number/],
    ['not whole', 'limit', '1.5', /whole number/],
    ['below the least', 'limit', '0', /At least 1/],
    ['needed and empty', 'limit', '', /needed/],
    ['not JSON', 'rule', '{', /not JSON/],
    ['JSON of another type', 'rule', '[1]', /must be an object/],
    ['a text that is needed', 'command', '', /must not be empty/],
    ['what the schema has no place for', 'extra', '"x"', /leave it empty/],
  ]
  test.each(mistakes)('%s is said at its field', (_, key, input, message) => {
    const read = readDraft(fields, { ...draft, [key]: input })
    expect(read.ok ? null : read.errors[key]).toMatch(message)
  })
})

describe('a list of objects', () => {
  const item = {
    properties: { tool: { type: 'string', default: 'run' }, limit: { type: 'integer' } },
    required: ['tool'],
  }
  const fields = fieldsOf({ properties: { rules: { type: 'array', items: item } } }, {})

  test('a new item begins with its defaults, and comes out with what was put in', () => {
    const draft = { rules: [newItem(item), { tool: 'files', limit: '3' }] }
    expect(readDraft(fields, draft)).toEqual({
      ok: true,
      value: { rules: [{ tool: 'run' }, { tool: 'files', limit: 3 }] },
    })
  })

  test('a mistake is said at the field of its item', () => {
    const read = readDraft(fields, { rules: [newItem(item), { tool: 'files', limit: 'x' }] })
    expect(read.ok ? [] : Object.keys(read.errors)).toEqual(['rules.1.limit'])
  })
})

describe('an object of known parts', () => {
  const shape = {
    type: 'object',
    properties: { tool: { type: 'string' }, limit: { type: 'integer', minimum: 1 } },
  }
  const fields = fieldsOf({ properties: { budget: shape } }, {})

  const rows: readonly [name: string, budget: Readonly<Record<string, string>>, value: object][] = [
    ['comes out with what was put in', { tool: 'run', limit: '3' }, { budget: { tool: 'run', limit: 3 } }],
    ['is left out where nothing was put in', {}, {}],
  ]
  test.each(rows)('%s', (_, budget, value) => {
    expect(readDraft(fields, { budget })).toEqual({ ok: true, value })
  })

  test('says a mistake at the field of its part', () => {
    const read = readDraft(fields, { budget: { limit: '0' } })
    expect(read.ok ? {} : read.errors).toEqual({ 'budget.limit': 'At least 1.' })
  })

  test('begins with the defaults of its parts', () => {
    const withDefault = { ...shape, properties: { ...shape.properties, tool: { type: 'string', default: 'run' } } }
    expect(draftOf(fieldsOf({ properties: { budget: withDefault } }, {}), {}).budget).toEqual({
      tool: 'run',
      limit: '',
    })
  })
})
