/**
 * The `spans` format (a JSON array of `{ id, parent, name, start, end, status? }`, milliseconds) as one turn of a session.
 * Promises: total for any JSON; every entry that is an object becomes one span, entries that are not are listed with
 * their number and reason; the same input gives the same events. A file with one span at the top has it as the turn's
 * span, else one is made around all of them.
 */
import type { Json, Span, SpanId, TraceEventBody, TurnId } from '@belay/trace'
import { IMPORT_ATTR, isEntry, type Neighbours, readRecord, readTime, type SpanRecord } from './record'
import { type Placed, placeRecords } from './tree'

export interface SpansNaming {
  readonly turn: TurnId
  /** The prompt's place: names a turn's span that the file does not have. */
  readonly title: string
  /** Hash of the composition that the session has. */
  readonly composition: string
  /** The id of the span at this place in the file; -1 for a turn's span that the file does not have. */
  span(place: number): SpanId
}

/** An event and its own time in epoch milliseconds. */
export interface DatedEvent {
  readonly at: number
  readonly body: TraceEventBody
}

export interface SpansReport {
  readonly records: number
  /** `line` is the entry's number in the array, from 1. */
  readonly unparsed: readonly { readonly line: number; readonly reason: string }[]
  /** Missing and cyclic parents, repeated ids. */
  readonly breaks: number
  /** Times that were corrected. */
  readonly clock: number
}

export type SpansReading =
  | { readonly ok: true; readonly events: readonly DatedEvent[]; readonly report: SpansReport }
  | { readonly ok: false; readonly message: string }

export function readSpans(json: Json, naming: SpansNaming): SpansReading {
  if (!Array.isArray(json)) return { ok: false, message: 'not a list of spans: the file must hold one JSON array' }
  const { records, unparsed } = readRecords(json)
  if (records.length === 0) return { ok: false, message: 'there is no span in it' }
  const placed = placeRecords(records)
  const spans = makeSpans(placed, naming)
  return {
    ok: true,
    events: eventsOf(spans, naming),
    report: { records: json.length, unparsed, breaks: sum(placed, breaksOf), clock: sum(records, (one) => one.clock) },
  }
}

function readRecords(entries: readonly Json[]): Pick<SpansReport, 'unparsed'> & { readonly records: SpanRecord[] } {
  const objects = entries.filter(isEntry)
  let before: number | null = null
  const records = objects.map((entry, index) => {
    const neighbours: Neighbours = { before, after: readTime(objects[index + 1]?.start) }
    const record = readRecord(entry, neighbours)
    before = record.start
    return record
  })
  const unparsed = entries.flatMap((entry, index) =>
    isEntry(entry) ? [] : [{ line: index + 1, reason: `not an object but ${nameOf(entry)}` }],
  )
  return { records, unparsed }
}

function nameOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** The turn's span first, then the others in file order. */
function makeSpans(placed: readonly Placed[], naming: SpansNaming): readonly Span[] {
  const tops = placed.flatMap((item, index) => (item.parent === null ? [index] : []))
  const top = tops.length === 1 ? (tops[0] ?? null) : null
  const root = top === null ? naming.span(-1) : naming.span(top)
  const spans = placed.map((item, index): Span => {
    const isTurn = index === top
    const parent = isTurn ? null : item.parent === null ? root : naming.span(item.parent)
    return spanOf(item, { id: naming.span(index), parent, turn: naming.turn, isTurn })
  })
  if (top === null) return [around(spans, root, naming), ...spans]
  return [...spans.slice(top, top + 1), ...spans.slice(0, top), ...spans.slice(top + 1)]
}

interface Place {
  readonly id: SpanId
  readonly parent: SpanId | null
  readonly turn: TurnId
  readonly isTurn: boolean
}

function spanOf({ record, breaks }: Placed, { id, parent, turn, isTurn }: Place): Span {
  const marks = [...breaks, ...record.marks].join('; ')
  const lost = breaks.some((one) => one !== 'repeated id') && record.parent !== null
  return {
    ...{ id, parent, turn, name: record.name, start: record.start, end: record.end, status: record.status },
    kind: isTurn ? 'turn' : record.kind === 'turn' ? 'step' : record.kind,
    attributes: {
      ...record.attributes,
      ...(lost ? { [IMPORT_ATTR.rawParent]: record.parent } : {}),
      ...(marks === '' ? {} : { [IMPORT_ATTR.mark]: marks }),
    },
  }
}

function around(spans: readonly Span[], id: SpanId, { turn, title }: SpansNaming): Span {
  const start = spans.reduce((least, span) => Math.min(least, span.start), Number.POSITIVE_INFINITY)
  const end = lastEnd(spans)
  return { id, parent: null, turn, kind: 'turn', name: title, start, end, status: 'ok', attributes: {} }
}

function eventsOf(spans: readonly Span[], { turn, composition }: SpansNaming): readonly DatedEvent[] {
  const starts = spans
    .map((span): DatedEvent => ({ at: span.start, body: { type: 'span.started', span: running(span) } }))
    .sort((one, other) => one.at - other.at)
  const ends = spans.map(endOf).sort((one, other) => one.at - other.at)
  const inner = mergeByTime(starts, ends)
  const first = starts[0]?.at ?? 0
  return [
    {
      at: first,
      body: { type: 'turn.started', turn, number: 1, composition, provider: 'import', model: 'spans' },
    },
    ...inner,
    {
      at: lastEnd(spans),
      body: { type: 'turn.ended', turn, status: 'completed', code: null, reason: null, answer: null },
    },
  ]
}

function running(span: Span): Span {
  return { ...span, end: null, status: 'running' }
}

function endOf({ id, end, start, status }: Span): DatedEvent {
  const at = end ?? start
  return { at, body: { type: 'span.ended', id, end: at, status, attributes: {} } }
}

/** Both are in order; at the same instant what starts comes first, so that nothing ends before it began. */
function mergeByTime(starts: readonly DatedEvent[], ends: readonly DatedEvent[]): DatedEvent[] {
  const merged: DatedEvent[] = []
  let next = 0
  for (const end of ends) {
    for (let start = starts[next]; start !== undefined && start.at <= end.at; start = starts[++next]) merged.push(start)
    merged.push(end)
  }
  return merged
}

function lastEnd(spans: readonly Span[]): number {
  return spans.reduce((most, span) => Math.max(most, span.end ?? span.start), Number.NEGATIVE_INFINITY)
}

function breaksOf(item: Placed): number {
  return item.breaks.length
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0)
}
