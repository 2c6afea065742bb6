/**
 * What changed between two values, as lines: an object by its keys, text by its lines. Long runs of unchanged lines fold.
 * Strings are shown as JSON inside objects, so that a changed line ending can be seen.
 */
import type { Json, JsonObject } from '@belay/trace'
import { diffLines, diffWordsWithSpace } from 'diff'

export interface Piece {
  readonly text: string
  readonly marked: boolean
}

export type DiffLine =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'folded'; readonly lines: number }

/** Unchanged lines kept around a change. */
const MARGIN = 2
/** Above this many characters words are not compared within a line: the comparison grows with the square. */
const WORD_LIMIT = 2_000

export function diffValues(before: Json, after: Json): readonly DiffLine[] {
  if (typeof before === 'string' && typeof after === 'string') return diffText(before, after)
  if (isCall(before) && isCall(after) && before.name === after.name) return diffObjects(before.args, after.args)
  if (isObject(before) && isObject(after)) return diffObjects(before, after)
  return [...whole('removed', print(before)), ...whole('added', print(after))]
}

export function diffText(before: string, after: string): readonly DiffLine[] {
  if (!before.includes('\n') && !after.includes('\n')) return changedPair('', before, after)
  return foldSame(diffTextWhole(before, after))
}

/** Texts that differ this much are not compared line by line: a page must not wait for it. */
const COMPARE_MS = 300

/** Every line, none folded. */
export function diffTextWhole(before: string, after: string): readonly DiffLine[] {
  const parts = diffLines(before, after, { timeout: COMPARE_MS })
  if (parts === undefined) return [...whole('removed', before), ...whole('added', after)]
  const lines: DiffLine[] = []
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1]
    if (part.removed && next?.added === true) lines.push(...changedLines(part.value, next.value))
    else if (!(part.added && parts[at - 1]?.removed === true)) {
      lines.push(...whole(kindOf(part), showReturn(part.value, part)))
    }
  }
  return lines
}

/** Lines that took the place of others: those that stand across from each other are compared by their words. */
function changedLines(before: string, after: string): readonly DiffLine[] {
  const [old, fresh] = [splitLines(before), splitLines(after)]
  const pairs = old.map((line, at) => wordsOf(line, fresh[at]))
  return [
    ...old.map((line, at): DiffLine => ({ kind: 'removed', pieces: pairs[at]?.before ?? plain(line) })),
    ...fresh.map((line, at): DiffLine => ({ kind: 'added', pieces: pairs[at]?.after ?? plain(line) })),
  ]
}

/** Share of a line that must have stayed: else every other word would be marked, which says nothing. */
const LIKE = 0.4

/** Null where the two have little in common. */
function wordsOf(before: string, after: string | undefined) {
  if (after === undefined || before.length + after.length > WORD_LIMIT) return null
  const parts = diffWordsWithSpace(before, after)
  const kept = parts
    .filter((part) => !part.added && !part.removed)
    .reduce((sum, { value }) => sum + value.trim().length, 0)
  if (kept < LIKE * Math.max(before.trim().length, after.trim().length)) return null
  const pieces = (hidden: 'added' | 'removed') =>
    parts
      .filter((part) => !part[hidden])
      .map((part) => ({ text: returns(part.value), marked: part.added || part.removed }))
  return { before: pieces('added'), after: pieces('removed') }
}

function plain(line: string): readonly Piece[] {
  return [{ text: returns(line), marked: false }]
}

function diffObjects(before: JsonObject, after: JsonObject): readonly DiffLine[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return foldSame(keys.flatMap((key) => diffKey(key, before[key], after[key])))
}

function diffKey(key: string, before: Json | undefined, after: Json | undefined): readonly DiffLine[] {
  const label = `${key}: `
  if (before === undefined) return whole('added', label + print(after ?? null))
  if (after === undefined) return whole('removed', label + print(before))
  if (print(before) === print(after)) return whole('same', label + print(before))
  if (typeof before === 'string' && typeof after === 'string' && isLong(before, after)) {
    return [...whole('same', `${key}:`), ...diffText(before, after)]
  }
  if (typeof before === 'string' && typeof after === 'string') return changedPair(`${label}"`, before, after, '"')
  return changedPair(label, print(before), print(after))
}

/** Text of several lines on both sides: compared line by line instead of as one. */
function isLong(before: string, after: string): boolean {
  return before.trimEnd().includes('\n') && after.trimEnd().includes('\n')
}

/** With a `close`, both sides are the inside of a JSON string: they are compared raw and shown escaped. */
function changedPair(label: string, before: string, after: string, close = ''): readonly DiffLine[] {
  const show = (text: string) => (close === '' ? text : JSON.stringify(text).slice(1, -1))
  const side = (kind: 'added' | 'removed', pieces: readonly Piece[]): DiffLine => ({
    kind,
    pieces: [{ text: label, marked: false }, ...pieces, { text: close, marked: false }].filter(
      (piece) => piece.text !== '',
    ),
  })
  if (before.length + after.length > WORD_LIMIT) {
    return [
      side('removed', [{ text: show(before), marked: false }]),
      side('added', [{ text: show(after), marked: false }]),
    ]
  }
  const parts = diffWordsWithSpace(before, after)
  const pieces = (hidden: 'added' | 'removed') =>
    parts
      .filter((part) => !part[hidden])
      .map((part) => ({ text: show(part.value), marked: part.added || part.removed }))
  return [side('removed', pieces('added')), side('added', pieces('removed'))]
}

function foldSame(lines: readonly DiffLine[]): readonly DiffLine[] {
  const near = lines.map((_, at) =>
    lines
      .slice(Math.max(0, at - MARGIN), at + MARGIN + 1)
      .some((line) => line.kind === 'added' || line.kind === 'removed'),
  )
  const out: DiffLine[] = []
  for (const [at, line] of lines.entries()) {
    const last = out.at(-1)
    if (near[at] === true || line.kind !== 'same') out.push(line)
    else if (last?.kind === 'folded') out[out.length - 1] = { kind: 'folded', lines: last.lines + 1 }
    else out.push({ kind: 'folded', lines: 1 })
  }
  return out
}

function whole(kind: 'same' | 'added' | 'removed', text: string): readonly DiffLine[] {
  return splitLines(text).map((line) => ({ kind, pieces: [{ text: line, marked: false }] }))
}

function showReturn(text: string, part: { readonly added: boolean; readonly removed: boolean }): string {
  return part.added || part.removed ? returns(text) : text
}

/** A line that differs by its ending alone would look the same on both sides. */
function returns(text: string): string {
  return text.replaceAll('\r', '\\r')
}

function kindOf(part: { readonly added: boolean; readonly removed: boolean }): 'same' | 'added' | 'removed' {
  if (part.added) return 'added'
  return part.removed ? 'removed' : 'same'
}

function splitLines(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Strings as JSON, everything else indented. */
export function print(value: Json): string {
  return typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value, null, 2)
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCall(value: Json): value is { readonly name: string; readonly args: JsonObject } {
  return isObject(value) && typeof value.name === 'string' && isObject(value.args)
}
