/** What a hook's author writes, checked: a request, or a TypeError with a sentence that says what does not fit. */
import type { Json, JsonObject } from '@belay/trace'
import { asJson, isJsonObject } from './as-json'
import type { CallbackRequest } from './callbacks'
import { jsonFault, kindWithArticle } from './json-fault'

/** Rows that `t.history.tail` gives, where nothing or at most is asked for (`hooks.md` §6). */
const DEFAULT_TAIL = 10
const LONGEST_TAIL = 100
/** 256 KB of a value as JSON in UTF-8 (`hooks.md` §6). */
const MOST_STORED_BYTES = 262_144
/** Keys are names. */
const LONGEST_KEY = 512

export function llm(prompt: unknown, options: unknown): CallbackRequest {
  return { do: 'llm', prompt: filled('t.llm', 'a prompt', prompt), model: modelIn(options) }
}

export function storeGet(key: unknown): CallbackRequest {
  return { do: 'store.get', key: keyed('t.store.get', key) }
}

export function storeSet(key: unknown, value: unknown): CallbackRequest {
  const name = keyed('t.store.set', key)
  const json = asJson(value)
  if (json === undefined) throw new TypeError(`t.store.set takes a value that is JSON, and ${jsonFault(value)} is not`)
  if (bytesOf(json) > MOST_STORED_BYTES) {
    throw new TypeError(`t.store.set takes a value of at most 256 KB, and this one for ${shown(name)} is larger`)
  }
  return { do: 'store.set', key: name, value: json }
}

export function historyTail(n: unknown = DEFAULT_TAIL): CallbackRequest {
  if (typeof n === 'number' && Number.isInteger(n) && n >= 1 && n <= LONGEST_TAIL) return { do: 'history.tail', n }
  throw new TypeError(`t.history.tail takes a whole number from 1 to ${LONGEST_TAIL}, not ${shown(n)}`)
}

export function historyAt(what: 'get' | 'rewind' | 'expand', tag: unknown): CallbackRequest {
  return { do: `history.${what}`, tag: tagged(`t.history.${what}`, tag) }
}

export function historyCollapse(from: unknown, to: unknown, summary: unknown): CallbackRequest {
  const name = 't.history.collapse'
  const range = { from: tagged(name, from), to: tagged(name, to) }
  if (range.from > range.to)
    throw new TypeError(`${name} goes from an earlier row to a later one, not ${from} to ${to}`)
  return { do: 'history.collapse', ...range, summary: filled(name, 'a summary', summary) }
}

export function tool(name: unknown, args: unknown): CallbackRequest {
  return { do: 'tool', name: filled('t.tool', 'the name of a tool', name), args: argsOf(args) }
}

function argsOf(args: unknown): JsonObject {
  const json = args === undefined ? {} : asJson(args)
  if (isJsonObject(json)) return json
  throw new TypeError(
    `t.tool takes its arguments as an object that is JSON, and ${jsonFault(args) ?? shown(args)} is not`,
  )
}

function modelIn(options: unknown): string | null {
  if (options === undefined) return null
  const wrong = new TypeError('t.llm takes { model } beside its prompt, with the name of a model')
  if (typeof options !== 'object' || options === null) throw wrong
  const entries = Object.entries(options).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return null
  const [[key, model] = []] = entries
  if (entries.length > 1 || key !== 'model' || typeof model !== 'string' || model.trim() === '') throw wrong
  return model
}

function keyed(name: string, key: unknown): string {
  const text = filled(name, 'a key', key)
  if (text.length <= LONGEST_KEY) return text
  throw new TypeError(`${name} takes a key of at most ${LONGEST_KEY} characters`)
}

function filled(name: string, what: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new TypeError(`${name} takes ${what} that is text, not ${shown(value)}`)
}

function tagged(name: string, tag: unknown): number {
  if (typeof tag === 'number' && Number.isSafeInteger(tag)) return tag
  throw new TypeError(`${name} takes tags of rows, which are whole numbers, not ${shown(tag)}`)
}

function bytesOf(value: Json): number {
  const text = JSON.stringify(value)
  // No UTF-16 unit takes more than three bytes, and none less than one.
  if (text.length * 3 <= MOST_STORED_BYTES || text.length > MOST_STORED_BYTES) return text.length
  return new TextEncoder().encode(text).length
}

/** Short, and of any value: what is shown came from a hook. */
function shown(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? 'an empty one' : JSON.stringify(value.slice(0, 60))
  return typeof value === 'number' ? String(value) : kindWithArticle(value)
}
