/** Whether two readings of one row say the same: their parts are compared by identity, and small records one level down. */
import type { ConversationItem } from './conversation'

export function sameItem(before: ConversationItem, after: ConversationItem): boolean {
  return sameParts(before, after, 1)
}

function sameParts(before: object, after: object, depth: number): boolean {
  const [a, b] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return a.size === b.size && [...a].every(([key, value]) => same(value, b.get(key), depth))
}

function same(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true
  const records = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  return records && depth > 0 && sameParts(a, b, depth - 1)
}
