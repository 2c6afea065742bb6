/**
 * The event of a point as hooks are handed it, read off a place on the record. Where a hook was asked there, what the hooks were
 * handed is taken; else what the loop would have handed them. Null where the record does not hold enough.
 */
import { cutForHooks, isJsonObject } from '@belay/hooks'
import { ATTR, type Json, type JsonObject, type PointId, type Span, type TranscriptRow } from '@belay/trace'
import type { RecordReader } from '../reading/record-reader'
import { isOwnInput, type Place } from './place'
import { isOwnReply } from './places'

/** The point's own arguments, without `t`. */
export function eventOf(reader: RecordReader, point: PointId, place: Place): JsonObject | null {
  switch (point) {
    case 'tools.before':
      return place.about === null ? null : callEvent(reader, place.about, place.handed)
    case 'tools.after':
      return place.about === null ? null : resultEvent(reader, place.about, place.handed)
    case 'memory.keep':
    case 'context.build':
    case 'model.choose':
      return {}
    case 'guard.onInput':
      return inputEvent(place)
    case 'memory.summarize':
      return promptEvent(reader, place)
    case 'errors.on':
      return errorEvent(reader, place)
    case 'stop.done':
    case 'agent.stop':
      return place.row === null ? null : replyEvent(reader, place.row)
    case 'guard.onOutput':
      return answerEvent(reader, place)
    case 'session.start':
      return { source: sourceOf(reader, place) }
    case 'agent.start':
      return { agentType: reader.session.agent, prompt: firstInput(reader, place) }
    case 'session.end':
      // Which of its reasons it was is not on record.
      return { reason: 'stopped' }
  }
}

/** Arguments that are no object reach no hook. */
function callEvent(reader: RecordReader, about: Span, handed: Json): JsonObject | null {
  const { arguments: args } = reader.detail(about.id)
  const asked = isJsonObject(handed) ? handed : { name: about.name, args: args ?? null }
  if (typeof asked.name !== 'string' || !isJsonObject(asked.args)) return null
  return { call: { id: callIdOf(about), name: asked.name, args: asked.args, ...within(reader, about) } }
}

function callIdOf(about: Span): string {
  const id = about.attributes[ATTR.toolCallId]
  return typeof id === 'string' ? id : about.id
}

/** A call that was made inside a cell names the call that ran the cell. */
function within(reader: RecordReader, { kind, parent }: Span): JsonObject {
  const outer = kind !== 'inner' || parent === null ? null : reader.span(parent)
  return outer === null ? {} : { within: callIdOf(outer) }
}

function resultEvent(reader: RecordReader, about: Span, handed: Json): JsonObject | null {
  const { arguments: args, after, result } = reader.detail(about.id)
  const original = originalAt(reader, about, 'tools.after')
  const content = [handed, original, result].find((one) => typeof one === 'string')
  if (typeof content !== 'string') return null
  const ran = isJsonObject(after) ? after : { name: about.name, args: args ?? {} }
  const name = typeof ran.name === 'string' ? ran.name : about.name
  const call = { id: callIdOf(about), name, args: isJsonObject(ran.args) ? ran.args : {}, ...within(reader, about) }
  const started = about.attributes[ATTR.toolStarted]
  const finishedMs = about.end ?? about.start
  return {
    result: { id: call.id, name, content: cutForHooks(content), isError: about.status !== 'ok' },
    call,
    startedMs: typeof started === 'number' ? started : finishedMs,
    finishedMs,
  }
}

/** The value before the first hook that was asked about a span at a point. */
function originalAt(reader: RecordReader, about: Span, point: PointId, from = 0): Json {
  const entry = reader
    .verdictsAbout(about.id)
    .find((one) => one.point === point && one.span !== null && one.at >= from && !one.verdict.late)
  return entry?.span == null ? null : (reader.detail(entry.span).original ?? null)
}

function inputEvent({ row, handed }: Place): JsonObject | null {
  if (row?.kind !== 'input') return null
  return { msg: typeof handed === 'string' ? handed : row.text, origin: row.origin }
}

/** Only what hooks were handed, or what a compaction kept of its prompt, is on record. */
function promptEvent(reader: RecordReader, { about, handed }: Place): JsonObject | null {
  if (typeof handed === 'string') return { prompt: handed }
  if (about === null) return null
  const original = originalAt(reader, about, 'memory.summarize')
  const prompt = typeof original === 'string' ? original : reader.detail(about.id).prompt
  return typeof prompt === 'string' ? { prompt } : null
}

/** The status counts as part of the text. */
function errorEvent(reader: RecordReader, place: Place): JsonObject | null {
  const failed = place.failed ?? lastFailure(reader, place)
  const message = failed?.attributes[ATTR.errorMessage]
  if (typeof message !== 'string') return null
  const status = failed?.attributes[ATTR.error]
  const known = typeof status === 'string' && status !== 'no_status' && !message.includes(status)
  return { err: known ? `${status} ${message}` : message }
}

/** A session that failed more often since then is not tried out on that failure. */
const MOST_FAILURES = 2_000

/** Before a hook was asked about it. */
function lastFailure(reader: RecordReader, { turn, about, at }: Place): Span | null {
  const failures = reader.latestSpans('model', MOST_FAILURES, 'error')
  const isIt = (span: Span) => span.turn === turn && (about === null || span.parent === about.id)
  return failures.find((span) => isIt(span) && (span.end ?? at) <= at) ?? null
}

function replyEvent(reader: RecordReader, row: TranscriptRow): JsonObject | null {
  if (row.kind !== 'reply') return null
  const calls = row.calls.map(({ id, name, args }) => ({ id, name, args: args ?? {} }))
  const held = heldBefore(reader, row)
  return { reply: { text: row.text, calls }, held, active: held > 0 }
}

/** Each whole reply of the turn that asked for no call, and was not its last, was continued. */
function heldBefore(reader: RecordReader, { turn, id }: TranscriptRow): number {
  if (turn === null) return 0
  return reader
    .rowsOfTurn(turn)
    .filter((row) => row.id < id && row.kind === 'reply' && isOwnReply(row) && row.end === 'stop').length
}

function answerEvent(reader: RecordReader, { about, row, handed, at }: Place): JsonObject | null {
  if (typeof handed === 'string') return { ans: handed }
  const original = about === null ? null : originalAt(reader, about, 'guard.onOutput', at)
  if (typeof original === 'string') return { ans: original }
  return row?.kind === 'reply' && row.text.trim() !== '' ? { ans: row.text } : null
}

function sourceOf(reader: RecordReader, { turn }: Place): string {
  const number = reader.turn(turn)?.number ?? 1
  const { forkedTurns } = reader.session
  if (forkedTurns !== null && number === forkedTurns + 1) return 'fork'
  return number === 1 ? 'startup' : 'resume'
}

function firstInput(reader: RecordReader, { turn }: Place): string {
  const first = reader.rowsOfTurn(turn).find(isOwnInput)
  return first?.kind === 'input' ? first.text : ''
}
