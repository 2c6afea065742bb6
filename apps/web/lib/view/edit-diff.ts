/** The edits of a call as diffs: of `files.edit` and `files.write`, and of the tools of other agents that take the same arguments. */
import type { Json, JsonObject } from '@belay/trace'
import { type DiffLine, diffTextWhole, isObject } from './diff'

export interface FileEdit {
  /** Empty where the file is new. */
  readonly before: string
  readonly after: string
  /** The line of the file that it begins at; null where that is not known. */
  readonly firstLine: number | null
}

export interface NumberedLine {
  readonly line: Exclude<DiffLine, { readonly kind: 'folded' }>
  /** In the file before and after; null on the side where the line is not, or where the place is not known. */
  readonly old: number | null
  readonly now: number | null
}

/** What they hold is shown as a diff, and nowhere else. */
const SHOWN: ReadonlySet<string> = new Set(['old_string', 'new_string', 'edits', 'content'])

/** Null where the call edits nothing that can be told from its arguments. `result`: what the model was told of it. */
export function editsOf(name: string, args: JsonObject, result: string | null): readonly FileEdit[] | null {
  const { old_string: before, new_string: after, edits, content, file_path: path } = args
  const one = editOf({ before, after }, firstLineOf(result))
  if (one !== null) return [one]
  if (Array.isArray(edits)) return allOf(edits)
  if (typeof content === 'string' && typeof path === 'string' && /write/i.test(name))
    return [{ before: '', after: content, firstLine: 1 }]
  return null
}

export function otherArgs(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([key]) => !SHOWN.has(key)))
}

function allOf(edits: readonly Json[]): readonly FileEdit[] | null {
  const all = edits.map((each) =>
    isObject(each) ? editOf({ before: each.old_string, after: each.new_string }, null) : null,
  )
  const known = all.filter((each) => each !== null)
  return known.length > 0 && known.length === all.length ? known : null
}

function editOf(
  texts: { before: Json | undefined; after: Json | undefined },
  firstLine: number | null,
): FileEdit | null {
  const { before, after } = texts
  return typeof before === 'string' && typeof after === 'string' ? { before, after, firstLine } : null
}

/** `files.edit` tells the model where its text stands by now. */
function firstLineOf(result: string | null): number | null {
  const [, first] = /^Edited [^\n]*, now lines (\d+)–\d+:/.exec(result ?? '') ?? []
  return first === undefined ? null : Number(first)
}

export function numbered({ before, after, firstLine }: FileEdit): readonly NumberedLine[] {
  const lines = before === '' ? addedLines(after) : diffTextWhole(before, after)
  let old = firstLine ?? 0
  let now = firstLine ?? 0
  return lines.flatMap((line): readonly NumberedLine[] => {
    if (line.kind === 'folded') return []
    const numbers = {
      old: firstLine === null || line.kind === 'added' ? null : old,
      now: firstLine === null || line.kind === 'removed' ? null : now,
    }
    if (line.kind !== 'added') old += 1
    if (line.kind !== 'removed') now += 1
    return [{ line, ...numbers }]
  })
}

function addedLines(text: string): readonly DiffLine[] {
  return diffTextWhole('', text).filter(({ kind }) => kind === 'added')
}

export interface ChangedCount {
  readonly added: number
  readonly removed: number
}

export function changedCount(lines: readonly NumberedLine[]): ChangedCount {
  const of = (kind: 'added' | 'removed') => lines.filter(({ line }) => line.kind === kind).length
  return { added: of('added'), removed: of('removed') }
}
