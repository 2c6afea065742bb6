/**
 * Foreign values become JSON here, once. Promises: a copy that shares nothing with what a hook may write to later, or
 * `undefined` for what JSON has no words for. Keys without a value (`undefined`) are left out, as JSON does.
 */
import type { Json, JsonObject } from '@belay/trace'

/** Deeper than any request or argument that was ever seen, and far from the end of the stack. Also what ends a cycle. */
export const DEEPEST = 200

export function asJson(value: unknown, depth = 0): Json | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : undefined
    case 'object':
      if (value === null) return null
      if (depth === DEEPEST) return undefined
      return Array.isArray(value) ? arrayAsJson(value, depth + 1) : objectAsJson(value, depth + 1)
    default:
      return undefined
  }
}

function arrayAsJson(items: readonly unknown[], depth: number): Json | undefined {
  const copy: Json[] = []
  for (const item of items) {
    const json = asJson(item, depth)
    if (json === undefined) return undefined
    copy.push(json)
  }
  return copy
}

function objectAsJson(object: object, depth: number): JsonObject | undefined {
  if (!isPlain(object)) return undefined
  const entries: [string, Json][] = []
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue
    const json = asJson(value, depth)
    if (json === undefined) return undefined
    entries.push([key, json])
  }
  // fromEntries defines keys, so that a key named `__proto__` stays a key.
  return Object.fromEntries(entries)
}

/** An object literal, of this realm or another's: its prototype is nothing or the root of all. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Equal as JSON: the order of keys does not count. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
}
