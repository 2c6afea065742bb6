/** What a field is when nobody fills it in: said where it differs from what stands there, and put back at a click. */
import type { Json } from '@belay/trace'
import { sameJson } from './same-json'
import { type DraftValue, draftOf, type Field } from './schema-fields'

export interface FieldDefault {
  readonly draft: DraftValue
  /** In a few words: `rm -rf, git push`, `on`, `nothing`. */
  readonly text: string
}

/** Null where the schema has no default, or where it stands there already. */
export function defaultOf(field: Field, value: DraftValue): FieldDefault | null {
  const standard = field.schema.default
  if (standard === undefined) return null
  const draft = draftOf([field], { [field.key]: standard })[field.key] ?? ''
  return sameDraft(draft, value) ? null : { draft, text: textOf(standard) }
}

export function sameDraft(a: DraftValue, b: DraftValue): boolean {
  // Drafts are JSON: text, truth values, objects and lists of them.
  return sameJson(asJson(a), asJson(b))
}

function asJson(value: DraftValue): Json {
  return typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value
}

/** More is a text to read, and not a reminder. */
const MOST_CHARACTERS = 60

function textOf(value: Json): string {
  const text = wordsOf(value)
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text
}

function wordsOf(value: Json): string {
  if (value === '' || value === null || (Array.isArray(value) && value.length === 0)) return 'nothing'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
