import type { Json, JsonObject } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { defaultOf } from './schema-default'
import { draftOf, fieldsOf } from './schema-fields'

describe('the default of a field', () => {
  const list = { type: 'array', items: { type: 'string' } }
  const group = { type: 'object', properties: { limit: { type: 'integer' } }, default: { limit: 3 } }
  const rows: readonly [name: string, shape: JsonObject, value: Json, text: string | null][] = [
    ['is not said where there is none', { type: 'string' }, 'x', null],
    ['is not said where it stands there', { type: 'string', default: 'x' }, 'x', null],
    ['of a text', { type: 'string', default: 'x' }, 'y', 'x'],
    ['of a switch', { type: 'boolean', default: false }, true, 'off'],
    ['of a number', { type: 'integer', default: 0 }, 3, '0'],
    ['of a list', { ...list, default: ['rm -rf', 'git push'] }, [], 'rm -rf, git push'],
    ['that is empty', { ...list, default: [] }, ['x'], 'nothing'],
    ['of an object', group, { limit: 4 }, '{"limit":3}'],
    ['of an object as it stands', group, { limit: 3 }, null],
  ]
  test.each(rows)('%s', (_, shape, value, text) => {
    const fields = fieldsOf({ properties: { it: shape } }, { it: value })
    const draft = draftOf(fields, { it: value })
    const [field] = fields
    expect(field === undefined ? undefined : (defaultOf(field, draft.it ?? '')?.text ?? null)).toBe(text)
  })

  test('is put back as the input holds it', () => {
    const [field] = fieldsOf({ properties: { it: { ...list, default: ['a', 'b'] } } }, {})
    expect(field === undefined ? null : defaultOf(field, '')?.draft).toBe('a\nb')
  })
})
