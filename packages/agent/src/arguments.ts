/**
 * What a model streamed as the arguments of a call, read. Never invents any: what is not an object is a mistake that
 * goes back to the model with the place where reading stopped.
 */
import { isJsonObject } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import { findJsonError } from './json-error'

export type ReadArguments =
  | { readonly ok: true; readonly args: JsonObject }
  | { readonly ok: false; readonly message: string }

/** Empty, blank, `null` and the string "null" are `{}`: a tool without parameters is called in all of these ways. */
export function readArguments(raw: string): ReadArguments {
  const text = raw.trim()
  if (text === '') return { ok: true, args: {} }
  const value = parse(text)
  if (value === undefined) return { ok: false, message: describeJsonError(raw) }
  if (value === null || value === 'null') return { ok: true, args: {} }
  if (isJsonObject(value)) return { ok: true, args: value }
  return { ok: false, message: `The arguments must be a JSON object, and are ${nameOf(value)}.` }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function describeJsonError(raw: string): string {
  const error = findJsonError(raw)
  return `The arguments are not JSON: at position ${error.position} ${error.message}.`
}

function nameOf(value: Json): string {
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'string' ? 'a string' : `a ${typeof value}`
}
