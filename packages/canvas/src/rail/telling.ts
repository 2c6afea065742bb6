/** What tells one use of a hook from another: one of its parameters, in a word or two. */
import type { JsonObject } from '@belay/trace'

export interface Telling {
  readonly name: string
  readonly value: string
}

interface Kind {
  readonly defaults: JsonObject
  /** The parameters of others of its kind. */
  readonly others: readonly JsonObject[]
}

/**
 * In the order of the hook's form: the first in which it differs from others of its kind, or else from what is so by
 * default, or else the first that says anything; null where none does.
 */
export function tellingParam(params: JsonObject, { defaults, others }: Kind): Telling | null {
  const names = [...new Set([...Object.keys(defaults), ...Object.keys(params)])]
  const told = names.flatMap((name) => {
    const value = glance(params[name])
    return value === '' || value === 'none' ? [] : [{ name, value }]
  })
  const differs = (than: JsonObject) => (one: Telling) => !isSame(params[one.name], than[one.name])
  const apart = told.find((one) => others.some((other) => differs(other)(one)))
  const telling = apart ?? told.find(differs(defaults)) ?? told[0]
  return telling === undefined ? null : { name: telling.name, value: telling.value }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

const LONGEST = 18

/** A value in a word or two; empty where it has none. */
export function glance(value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  if (Array.isArray(value)) return glanceAtList(value)
  if (typeof value === 'object') return '…'
  const text = String(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}

/** The first of it says more than how many there are. */
function glanceAtList([first, ...others]: readonly unknown[]): string {
  if (first === undefined) return 'none'
  return others.length === 0 ? glance(first) : `${glance(first)} +${others.length}`
}
