/**
 * What hooks of a point were or could have been asked about in a session, as `fire` takes it. Promises: the latest first, never
 * more than asked for nor than a page can hold, and nothing that the record does not say.
 */
import { ATTR, isPointId, type JsonObject, type Outcome, type PointId, type SpanId } from '@belay/trace'
import type { RecordReader } from '../reading/record-reader'
import type { RecordedEventFacts } from '../why/types'
import { eventOf } from './event-of'
import { factsAt } from './facts'
import { type Place, stepAt, turnNumberOf } from './place'
import { placeOfAsking, placesOf } from './places'

/** Characters of all events of an answer: some hundred ordinary ones, or a few with whole files in them. */
const MOST_CHARS = 4_000_000

export function recordedEvents(
  reader: RecordReader,
  { point, limit }: { readonly point: PointId; readonly limit: number },
): readonly RecordedEventFacts[] {
  const events: RecordedEventFacts[] = []
  let chars = 0
  for (const place of placesOf(reader, point, limit)) {
    const own = eventOf(reader, point, place)
    if (own === null) continue
    const event = { ...own, t: { ...factsAt(reader, place), ...pointFacts(point, own) } }
    chars += JSON.stringify(event).length
    if (chars > MOST_CHARS && events.length > 0) break
    events.push({
      ...{ point, turn: place.turn, about: place.about?.id ?? null, at: place.at, event },
      turnNumber: turnNumberOf(reader, place.turn),
      subject: subjectOf(reader, { point, place, event: own }),
      decision: decisionAt(reader, point, place),
    })
  }
  return events
}

/** Of a hook's asking, or of a call or step that hooks stood at; null where the span is none that anybody is asked about. */
export function firedEvent(
  reader: RecordReader,
  id: SpanId,
): { readonly point: PointId; readonly event: JsonObject } | null {
  const span = reader.span(id)
  if (span === null) return null
  const point = span.attributes[ATTR.point]
  if (span.kind === 'hook') {
    if (typeof point !== 'string' || !isPointId(point)) return null
    const about = span.parent === null ? null : reader.span(span.parent)
    return fired(reader, point, placeOfAsking(reader, span, { point, about }))
  }
  if (span.turn === null) return null
  const isCall = span.kind === 'tool' || span.kind === 'inner'
  const place: Place = { turn: span.turn, about: span, at: span.start, row: null, failed: null, handed: null }
  return isCall ? fired(reader, 'tools.before', place) : null
}

function fired(reader: RecordReader, point: PointId, place: Place) {
  const own = eventOf(reader, point, place)
  if (own === null) return null
  return { point, event: { ...own, t: { ...factsAt(reader, place), ...pointFacts(point, own) } } }
}

/** `toolCalls` is the step's at `stop.done` only. */
function pointFacts(point: PointId, { reply }: JsonObject): JsonObject {
  if (point !== 'stop.done' || typeof reply !== 'object' || reply === null || !('calls' in reply)) return {}
  return Array.isArray(reply.calls) ? { toolCalls: reply.calls.length } : {}
}

/** More than a list shows of it. */
const MOST_SUBJECT = 200

interface Subject {
  readonly point: PointId
  readonly place: Place
  readonly event: JsonObject
}

function subjectOf(reader: RecordReader, { point, place, event }: Subject): string {
  const { about } = place
  const told = about?.attributes[ATTR.toolSubject]
  if (point === 'tools.before' || point === 'tools.after') return line(`${about?.name ?? ''} ${told ?? ''}`)
  const text = [event.msg, event.err, event.ans, event.prompt, event.source, event.reason, replyText(event)].find(
    (one) => typeof one === 'string' && one !== '',
  )
  if (typeof text === 'string') return line(text)
  const { number } = stepAt(reader, place.turn, place.at)
  return `step ${number} of turn ${turnNumberOf(reader, place.turn) ?? '?'}`
}

function replyText({ reply }: JsonObject): string {
  if (typeof reply !== 'object' || reply === null || !('text' in reply) || typeof reply.text !== 'string') return ''
  const calls = Array.isArray(reply.calls) ? reply.calls.length : 0
  return reply.text !== '' ? reply.text : `a reply with ${calls} call${calls === 1 ? '' : 's'} and no text`
}

function line(text: string): string {
  const [first = ''] = text.trim().split('\n', 1)
  const cut = Array.from(first).slice(0, MOST_SUBJECT).join('')
  return cut.length < first.length ? `${cut}…` : cut
}

/** The first outcome about it from then on: a step may have several at one point. */
function decisionAt(reader: RecordReader, point: PointId, { about, at }: Place): string | null {
  if (about === null) return null
  const single = point === 'tools.before' || point === 'tools.after'
  const entries = reader.outcomesAbout(about.id).filter((entry) => entry.point === point)
  const entry = single ? entries.at(-1) : entries.find((one) => one.at >= at)
  return entry === undefined ? null : wordOf(entry.outcome)
}

function wordOf({ halt, decision }: Pick<Outcome, 'halt' | 'decision'>): string {
  return halt === null ? decision : 'halt'
}
