/** What stands in the fields of a form as values that fit their schema, or what is wrong, in sentences; the server checks again. */
import type { Json, JsonObject } from '@belay/trace'
import { type DraftValue, type Field, type FieldKind, type FormDraft, fieldsOf, isList } from './schema-fields'
import { misfit } from './schema-misfit'

export type Reading =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> }

export function readDraft(fields: readonly Field[], draft: FormDraft): Reading {
  const value: Record<string, Json> = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const input = draft[field.key] ?? ''
    const read = fitting(field, readInput(field, input, errors))
    if (!read.ok) errors[field.key] = read.message
    else if (read.value !== undefined) value[field.key] = read.value
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value }
}

function readInput(field: Field, input: DraftValue, errors: Record<string, string>): FieldReading {
  if (isList(input)) return readItems(field, input, errors)
  return typeof input === 'object' ? readGroup(field, input, errors) : readField(field, input)
}

function fitting(field: Field, read: FieldReading): FieldReading {
  if (!read.ok || read.value === undefined) return read
  if (field.surplus) return { ok: false, message: 'Nothing of this name is taken here: leave it empty.' }
  // What is wrong within an item was said at the item's own field.
  if (field.kind.type === 'group') return read
  const message = misfit(field.kind.type === 'items' ? { ...field.schema, items: {} } : field.schema, read.value)
  return message === null ? read : { ok: false, message }
}

/** What is wrong with an item is said at its own field: `rules.0.find`. */
function readItems(field: Field, items: readonly FormDraft[], errors: Record<string, string>): FieldReading {
  if (field.kind.type !== 'items') return { ok: true, value: undefined }
  const values: Json[] = []
  for (const [at, item] of items.entries()) {
    const read = readDraft(fieldsOf(field.kind.item, {}), item)
    if (read.ok) values.push(read.value)
    else for (const [key, message] of Object.entries(read.errors)) errors[`${field.key}.${at}.${key}`] = message
  }
  return { ok: true, value: values }
}

/** An object of which nothing was filled in is left out where nobody needs it. */
function readGroup(field: Field, draft: FormDraft, errors: Record<string, string>): FieldReading {
  if (field.kind.type !== 'group') return { ok: true, value: undefined }
  const read = readDraft(fieldsOf(field.kind.shape, {}), draft)
  if (!read.ok) {
    for (const [key, message] of Object.entries(read.errors)) errors[`${field.key}.${key}`] = message
    return { ok: true, value: undefined }
  }
  const empty = Object.keys(read.value).length === 0 && !field.required && !('default' in field.schema)
  return { ok: true, value: empty ? undefined : read.value }
}

type FieldReading =
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly message: string }

function readField(field: Field, input: string | boolean): FieldReading {
  if (typeof input === 'boolean') return { ok: true, value: input }
  // A text of blanks is a text: an edit may well put in a line break.
  if (field.kind.type === 'text') return input === '' ? emptyText(field) : { ok: true, value: input }
  if (input.trim() === '') {
    if (field.kind.type === 'list')
      return { ok: true, value: field.required || 'default' in field.schema ? [] : undefined }
    return field.required ? { ok: false, message: 'This is needed.' } : { ok: true, value: undefined }
  }
  switch (field.kind.type) {
    case 'list':
      return { ok: true, value: input.split('\n').filter((line) => line.trim() !== '') }
    case 'number':
      return readNumber(field.kind, input)
    case 'json':
      return readJson(input)
    case 'choice':
    case 'boolean':
    case 'items':
    case 'group':
      return { ok: true, value: input }
  }
}

/** A text that is needed may be empty where its schema does not say how long it must be. */
function emptyText(field: Field): FieldReading {
  return { ok: true, value: field.required ? '' : undefined }
}

function readNumber(kind: Extract<FieldKind, { type: 'number' }>, input: string): FieldReading {
  const value = Number(input)
  if (!Number.isFinite(value)) return { ok: false, message: 'This is not a number.' }
  if (kind.whole && !Number.isInteger(value)) return { ok: false, message: 'This must be a whole number.' }
  if (kind.min !== null && value < kind.min) return { ok: false, message: `At least ${kind.min}.` }
  if (kind.max !== null && value > kind.max) return { ok: false, message: `At most ${kind.max}.` }
  return { ok: true, value }
}

function readJson(input: string): FieldReading {
  try {
    return { ok: true, value: JSON.parse(input) as Json }
  } catch (error) {
    return { ok: false, message: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}
