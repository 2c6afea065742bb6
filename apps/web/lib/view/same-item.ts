/** Whether two readings of one row say the same: their parts are compared by identity, and small records two levels down. */
import type { ConversationItem } from './conversation'

export function sameItem(before: ConversationItem, after: ConversationItem): boolean {
  return before === after || sameParts(before, after, 2)
}

function sameParts(before: object, after: object, depth: number): boolean {
  const keys = Object.keys(before)
  if (keys.length !== Object.keys(after).length) return false
  return keys.every((key) => same(part(before, key), part(after, key), depth))
}

function same(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true
  const records = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  return records && depth > 0 && sameParts(a, b, depth - 1)
}

function part(value: object, key: string): unknown {
  return Reflect.get(value, key)
}
