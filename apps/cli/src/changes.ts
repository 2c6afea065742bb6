/** What differs between two values, leaf by leaf. Pure. */
import type { Json, JsonObject } from '@belay/trace'

export interface Change {
  /** `args.command`, `lines.0`; empty for the value itself. */
  readonly path: string
  /** Undefined where there was nothing. */
  readonly was: Json | undefined
  readonly now: Json | undefined
}

export function changesBetween(was: Json | undefined, now: Json | undefined, path = ''): readonly Change[] {
  if (isObject(was) && isObject(now)) {
    const keys = [...new Set([...Object.keys(was), ...Object.keys(now)])]
    return keys.flatMap((key) => changesBetween(was[key], now[key], path === '' ? key : `${path}.${key}`))
  }
  return JSON.stringify(was) === JSON.stringify(now) ? [] : [{ path, was, now }]
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
