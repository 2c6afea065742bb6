/** What became of a value, in at most a few words: what came in, what went, or both. The whole difference is for others to show. */
import type { Json, JsonObject } from '@belay/trace'

/** More stands nowhere on a card. */
const MOST_LETTERS = 26

/** A call before and after: `+ --dry-run`, `rm → trash`, `− force`, `3 arguments`. Null where it is the same. */
export function changedWords(before: Json, after: Json): string | null {
  if (JSON.stringify(before) === JSON.stringify(after)) return null
  if (typeof before === 'string' && typeof after === 'string') return changedText(before, after)
  if (isPlain(before) && isPlain(after)) return changedText(String(before), String(after))
  if (!isObject(before) || !isObject(after)) return 'rewrote it'
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const [key] = keys
  if (key === undefined) return null
  if (keys.length > 1) return `${keys.length} values`
  // What a call is about stands in its arguments: those are the value.
  const inside = changedWords(before[key] ?? null, after[key] ?? null)
  if (isObject(before[key] ?? null) && isObject(after[key] ?? null)) return inside
  if (before[key] === undefined) return cut(`+ ${key}`)
  if (after[key] === undefined) return cut(`− ${key}`)
  return inside
}

/** By words: what both begin and end with is left out. */
function changedText(before: string, after: string): string {
  const [was, is] = [wordsOf(before), wordsOf(after)]
  let same = 0
  while (same < Math.min(was.length, is.length) && was[same] === is[same]) same += 1
  let end = 0
  while (end < Math.min(was.length, is.length) - same && was.at(-1 - end) === is.at(-1 - end)) end += 1
  const gone = was.slice(same, was.length - end).join(' ')
  const come = is.slice(same, is.length - end).join(' ')
  if (gone === '' && come === '') return 'only blanks'
  if (gone === '') return cut(`+ ${come}`)
  if (come === '') return cut(`− ${gone}`)
  const half = Math.floor(MOST_LETTERS / 2) - 1
  return `${cut(gone, half)} → ${cut(come, half)}`
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

function cut(text: string, most = MOST_LETTERS): string {
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

function isPlain(value: Json): boolean {
  return typeof value === 'number' || typeof value === 'boolean'
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
