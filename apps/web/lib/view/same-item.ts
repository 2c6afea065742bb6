/** Whether two readings of one row say the same: their parts are compared by identity, and small records one level down. */
import type { ConversationItem } from './conversation'

type Parts = Readonly<Record<string, unknown>>

export function sameItem(before: ConversationItem, after: ConversationItem): boolean {
  return before === after || sameParts(toParts(before), toParts(after), 1)
}

function sameParts(before: Parts, after: Parts, depth: number): boolean {
  const keys = Object.keys(before)
  return keys.length === Object.keys(after).length && keys.every((key) => same(before[key], after[key], depth))
}

function same(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true
  const records = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  return records && depth > 0 && sameParts(toParts(a), toParts(b), depth - 1)
}

function toParts(value: object): Parts {
  return value as Parts
}
