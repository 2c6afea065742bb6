/**
 * Why a value does not fit a JSON Schema, in one sentence, or null. Knows what the schemas of tools and hooks use; what it
 * does not know it lets pass, since the server checks again.
 */
import type { Json, JsonObject } from '@belay/trace'
import { isObject } from './diff'

export function misfit(schema: JsonObject, value: Json, path = ''): string | null {
  const it = path === '' ? 'This' : path
  const types = typesOf(schema)
  if (types.length > 0 && !types.some((type) => isOf(type, value)))
    return `${it} must be ${types.map((type) => TYPES[type] ?? type).join(' or ')}.`
  if (Array.isArray(schema.enum) && !schema.enum.some((each) => same(each, value)))
    return `${it} must be one of ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}.`
  if (!fitsAny(schema.anyOf, value, path)) return `${it} is none of what fits here.`
  if (typeof value === 'string') return textMisfit(schema, value, it)
  if (typeof value === 'number') return numberMisfit(schema, value, it)
  if (isList(value)) return listMisfit(schema, value, path)
  return isObject(value) ? objectMisfit(schema, value, path) : null
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function typesOf({ type }: JsonObject): readonly string[] {
  const named: readonly Json[] = isList(type) ? type : type === undefined ? [] : [type]
  return named.filter((each) => typeof each === 'string')
}

function isOf(type: string, value: Json): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      // JSON Schema's other names are those of `typeof`.
      return !(type in TYPES) || typeof value === type
  }
}

function fitsAny(options: Json | undefined, value: Json, path: string): boolean {
  return !isList(options) || options.some((option) => !isObject(option) || misfit(option, value, path) === null)
}

function textMisfit({ minLength, maxLength, pattern, const: only }: JsonObject, value: string, it: string) {
  if (typeof minLength === 'number' && value.length < minLength)
    return minLength === 1 ? `${it} must not be empty.` : `${it} must have at least ${minLength} characters.`
  if (typeof maxLength === 'number' && value.length > maxLength)
    return `${it} may have ${maxLength} characters at most; it has ${value.length}.`
  if (typeof only === 'string' && value !== only) return `${it} must be ${JSON.stringify(only)}.`
  return typeof pattern === 'string' && !matches(pattern, value) ? `${it} must match ${pattern}` : null
}

function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    // A pattern that this browser can't read refuses nothing.
    return true
  }
}

function numberMisfit({ minimum, maximum, exclusiveMinimum }: JsonObject, value: number, it: string): string | null {
  if (typeof minimum === 'number' && value < minimum) return `${it} must be at least ${minimum}.`
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    return `${it} must be more than ${exclusiveMinimum}.`
  return typeof maximum === 'number' && value > maximum ? `${it} must be at most ${maximum}.` : null
}

function listMisfit({ items, minItems, maxItems }: JsonObject, value: readonly Json[], path: string): string | null {
  const it = path === '' ? 'This' : path
  if (typeof minItems === 'number' && value.length < minItems) return `${it} must have at least ${minItems} entries.`
  if (typeof maxItems === 'number' && value.length > maxItems) return `${it} may have ${maxItems} entries at most.`
  return isObject(items) ? first(value.map((item, at) => misfit(items, item, `${path}[${at}]`))) : null
}

function objectMisfit(schema: JsonObject, value: JsonObject, path: string): string | null {
  const { properties, required, additionalProperties: rest } = schema
  const known = isObject(properties) ? properties : {}
  const below = (key: string) => (path === '' ? key : `${path}.${key}`)
  const missing = isList(required) ? required.find((key) => typeof key === 'string' && !(key in value)) : undefined
  if (typeof missing === 'string') return `${below(missing)} is missing.`
  return first(
    Object.entries(value).map(([key, each]) => {
      const own = known[key]
      if (isObject(own)) return misfit(own, each, below(key))
      if (rest === false) return `${below(key)} is not known here.`
      return isObject(rest) ? misfit(rest, each, below(key)) : null
    }),
  )
}

function first(misfits: readonly (string | null)[]): string | null {
  return misfits.find((each) => each !== null) ?? null
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

function same(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
