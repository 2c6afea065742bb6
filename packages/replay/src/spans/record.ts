/**
 * One entry of a `spans` file, read as far as it can be. Promises: an entry that is an object is kept whatever is wrong
 * with it, each correction is a mark beside the raw value, and no duration is negative.
 */
import type { Attributes, Json, JsonObject, SpanKind, SpanStatus } from '@belay/trace'

/** Attributes that an import adds to a span. */
export const IMPORT_ATTR = {
  /** The id that the span has in the file. */
  id: 'belay.import.id',
  /** What was wrong with the entry, in words, joined by `; `. */
  mark: 'belay.import.mark',
  rawParent: 'belay.import.raw_parent',
  rawStart: 'belay.import.raw_start',
  rawEnd: 'belay.import.raw_end',
  rawStatus: 'belay.import.raw_status',
} as const

export interface SpanRecord {
  /** Null where the entry names none. */
  readonly id: string | null
  readonly parent: string | null
  readonly kind: SpanKind
  readonly name: string
  readonly start: number
  readonly end: number
  readonly status: SpanStatus
  readonly marks: readonly string[]
  /** How many of the marks are about times. */
  readonly clock: number
  readonly attributes: Attributes
}

/** Where a time is missing, its neighbours in the file stand in for it. */
export interface Neighbours {
  /** Start of the entry before, or null for the first. */
  readonly before: number | null
  /** Start of the entry after, or null where it has none. */
  readonly after: number | null
}

/** The last instant that a JavaScript date can hold, so that what is kept can also be shown. */
const LAST_INSTANT_MS = 8.64e15

const kinds: Readonly<Record<string, SpanKind>> = {
  turn: 'turn',
  step: 'step',
  model: 'model',
  hook: 'hook',
  compaction: 'compaction',
}
const statuses: readonly SpanStatus[] = ['ok', 'error', 'refused', 'stopped', 'interrupted', 'unknown', 'not_run']

export function isEntry(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A time in the file, or null where there is none that could be shown. */
export function readTime(value: Json | undefined): number | null {
  return typeof value === 'number' && Math.abs(value) <= LAST_INSTANT_MS ? value : null
}

/** An id or a parent: text or a number, as text. */
export function readId(value: Json | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

export function readRecord(entry: JsonObject, neighbours: Neighbours): SpanRecord {
  const id = readId(entry.id)
  const parent = readId(entry.parent)
  const named = typeof entry.name === 'string' && entry.name.trim() !== ''
  const name = named ? String(entry.name) : '(no name)'
  const times = readTimes(entry, neighbours)
  const status = readStatus(entry.status, times.open)
  const marks = [
    ...(id === null ? ['no id'] : []),
    ...(parent === null && present(entry.parent) ? ['unreadable parent'] : []),
    ...(named ? [] : ['no name']),
    ...times.marks,
    ...status.marks,
  ]
  const attributes = {
    ...(id === null ? {} : { [IMPORT_ATTR.id]: id }),
    ...(parent === null && present(entry.parent) ? { [IMPORT_ATTR.rawParent]: raw(entry.parent) } : {}),
    ...times.attributes,
    ...status.attributes,
  }
  const kind = kinds[name] ?? 'tool'
  return {
    ...{ id, parent, kind, name, start: times.start, end: times.end, status: status.status },
    ...{ marks, clock: times.marks.length, attributes },
  }
}

interface Times {
  readonly start: number
  readonly end: number
  /** It had not ended when the file was written. */
  readonly open: boolean
  readonly marks: readonly string[]
  readonly attributes: Attributes
}

function readTimes(entry: JsonObject, neighbours: Neighbours): Times {
  const readStart = readTime(entry.start)
  const readEnd = readTime(entry.end)
  const start = readStart ?? neighbours.before ?? readEnd ?? 0
  const marks: string[] = []
  const attributes: Record<string, string> = {}
  const correct = (mark: string, key: string, value: Json | undefined): void => {
    marks.push(mark)
    if (value !== undefined) attributes[key] = raw(value)
  }
  if (readStart === null) correct('no start', IMPORT_ATTR.rawStart, entry.start)
  if (readEnd === null) correct('no end', IMPORT_ATTR.rawEnd, entry.end)
  else if (readEnd < start) correct('end before start', IMPORT_ATTR.rawEnd, entry.end)
  const end = Math.max(start, readEnd ?? neighbours.after ?? start)
  return { start, end, open: readEnd === null, marks, attributes }
}

interface ReadStatus {
  readonly status: SpanStatus
  readonly marks: readonly string[]
  readonly attributes: Attributes
}

function readStatus(value: Json | undefined, open: boolean): ReadStatus {
  if (!present(value)) return { status: open ? 'interrupted' : 'ok', marks: [], attributes: {} }
  const known = statuses.find((status) => status === value)
  if (known !== undefined) return { status: known, marks: [], attributes: {} }
  return { status: 'unknown', marks: ['unknown status'], attributes: { [IMPORT_ATTR.rawStatus]: raw(value) } }
}

function present(value: Json | undefined): boolean {
  return value !== undefined && value !== null
}

function raw(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
