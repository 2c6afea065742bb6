/** A form from a JSON Schema: one field a property. What no simple field can hold is edited as JSON. */
import type { Json, JsonObject } from '@belay/trace'
import { isObject } from './diff'

export type FieldKind =
  | { readonly type: 'text'; readonly long: boolean; readonly pattern: string | null }
  | { readonly type: 'number'; readonly whole: boolean; readonly min: number | null; readonly max: number | null }
  | { readonly type: 'boolean' }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  | { readonly type: 'list' }
  /** A list of objects: a form an item. */
  | { readonly type: 'items'; readonly item: JsonObject }
  /** An object of known parts: a form within the form. */
  | { readonly type: 'group'; readonly shape: JsonObject }
  | { readonly type: 'json' }

export interface Field {
  readonly key: string
  readonly label: string
  readonly description: string | null
  readonly required: boolean
  readonly kind: FieldKind
  /** What its value must fit. */
  readonly schema: JsonObject
  /** The schema knows no such key and takes none: whatever stands in it does not fit. */
  readonly surplus: boolean
}

/** What the inputs hold: text for all but switches, objects and lists of objects. */
export type DraftValue = string | boolean | FormDraft | readonly FormDraft[]
export interface FormDraft {
  readonly [key: string]: DraftValue
}

export function fieldsOf(schema: JsonObject | null, values: JsonObject): readonly Field[] {
  const properties = isObject(schema?.properties) ? schema.properties : {}
  const required = Array.isArray(schema?.required) ? schema.required : []
  const keys = [...Object.keys(properties), ...Object.keys(values).filter((key) => !(key in properties))]
  return keys.map((key) => {
    const property = properties[key]
    const shape = isObject(property) ? property : {}
    return {
      key,
      label: typeof shape.title === 'string' ? shape.title : key,
      description: typeof shape.description === 'string' ? shape.description : null,
      // A default fills in for what is left empty.
      required: required.includes(key) && !('default' in shape),
      kind: kindOf(shape, values[key]),
      schema: shape,
      surplus: !(key in properties) && schema?.additionalProperties === false,
    }
  })
}

function kindOf(shape: JsonObject, value: Json | undefined): FieldKind {
  const choices = Array.isArray(shape.enum) ? shape.enum : choicesOfUnion(shape)
  if (choices.length > 0 && choices.every((choice) => typeof choice === 'string')) return { type: 'choice', choices }
  switch (shape.type ?? typeOf(value)) {
    case 'string':
      return {
        type: 'text',
        long: isLong(shape, value),
        pattern: typeof shape.pattern === 'string' ? shape.pattern : null,
      }
    case 'number':
    case 'integer':
      return { type: 'number', whole: shape.type === 'integer', min: bound(shape.minimum), max: bound(shape.maximum) }
    case 'boolean':
      return { type: 'boolean' }
    case 'array':
      return arrayKind(shape, value)
    case 'object':
      return objectKind(shape, value)
    default:
      return { type: 'json' }
  }
}

/** What takes other keys beside its own is written as JSON: a form would have no place for them. */
function objectKind(shape: JsonObject, value: Json | undefined): FieldKind {
  const parts = isObject(shape.properties) ? Object.keys(shape.properties) : []
  const fits = value === undefined || (isObject(value) && Object.keys(value).every((key) => parts.includes(key)))
  return parts.length > 0 && fits && !isObject(shape.additionalProperties) ? { type: 'group', shape } : { type: 'json' }
}

function choicesOfUnion(shape: JsonObject): readonly Json[] {
  if (!Array.isArray(shape.anyOf)) return []
  const options: readonly Json[] = shape.anyOf
  return options.map((option) => (isObject(option) ? (option.const ?? null) : null))
}

function arrayKind(shape: JsonObject, value: Json | undefined): FieldKind {
  if (isStringList(shape, value)) return { type: 'list' }
  const { items } = shape
  const fits = value === undefined || (Array.isArray(value) && value.every(isObject))
  return isObject(items) && isObject(items.properties) && fits ? { type: 'items', item: items } : { type: 'json' }
}

function isStringList(shape: JsonObject, value: Json | undefined): boolean {
  const items = isObject(shape.items) && shape.items.type === 'string'
  const known = Array.isArray(value) ? value.every((item) => typeof item === 'string' && !item.includes('\n')) : true
  return items && known
}

function isLong(shape: JsonObject, value: Json | undefined): boolean {
  const wide = typeof shape.maxLength === 'number' && shape.maxLength > 300
  return wide || (typeof value === 'string' && (value.includes('\n') || value.length > 60))
}

export function draftOf(fields: readonly Field[], values: JsonObject): FormDraft {
  return Object.fromEntries(fields.map(({ key, kind }) => [key, draftValue(kind, values[key])]))
}

/** An item as it begins: with the defaults of its schema. */
export function newItem(item: JsonObject): FormDraft {
  return draftOf(fieldsOf(item, {}), defaultsOf(item))
}

function defaultsOf(item: JsonObject): JsonObject {
  const properties = isObject(item.properties) ? Object.entries(item.properties) : []
  return Object.fromEntries(
    properties.flatMap(([key, shape]) =>
      isObject(shape) && shape.default !== undefined ? [[key, shape.default]] : [],
    ),
  )
}

function itemDraft(item: JsonObject, value: Json): FormDraft {
  return isObject(value) ? draftOf(fieldsOf(item, value), value) : {}
}

function draftValue(kind: FieldKind, value: Json | undefined): DraftValue {
  switch (kind.type) {
    case 'boolean':
      return value === true
    case 'list':
      return Array.isArray(value) ? value.join('\n') : ''
    case 'items':
      return Array.isArray(value) ? value.map((item) => itemDraft(kind.item, item)) : []
    case 'group':
      return isObject(value) ? itemDraft(kind.shape, value) : newItem(kind.shape)
    case 'json':
      return value === undefined ? '' : JSON.stringify(value, null, 2)
    case 'text':
    case 'number':
    case 'choice':
      return value === undefined || value === null ? '' : String(value)
  }
}

/** The end of what a number can be is no bound that anybody set. */
function bound(value: Json | undefined): number | null {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null
}

function typeOf(value: Json | undefined): string {
  if (Array.isArray(value)) return 'array'
  return value === null || value === undefined ? 'unknown' : typeof value
}

export function isList(value: DraftValue): value is readonly FormDraft[] {
  return Array.isArray(value)
}
