/** Where an event of a turn shows: what of the rail it lights, which bar of the timeline, which row of the conversation. */
import {
  ATTR,
  type PointId,
  type SessionState,
  type Span,
  type SpanId,
  type TraceEvent,
  type TranscriptRow,
} from '@belay/trace'

export interface EventPlace {
  /** A station, where the event is about a point and of no hook. */
  readonly point: PointId | null
  readonly span: SpanId | null
  /** The call or model call whose row in the conversation it belongs to. */
  readonly row: SpanId | null
}

const NOWHERE: EventPlace = { point: null, span: null, row: null }

/** `state`: the session after the event. */
export function placeOfEvent(state: SessionState, event: TraceEvent): EventPlace {
  switch (event.type) {
    case 'verdict': {
      const span = event.span ?? event.about
      return { point: event.span === null ? event.point : null, span, row: rowOf(state, event.about) }
    }
    case 'outcome':
      return { point: event.point, span: event.about, row: rowOf(state, event.about) }
    case 'span.started':
      return atSpan(state, event.span.id)
    case 'span.changed':
    case 'span.ended':
      return atSpan(state, event.id)
    case 'question.opened':
      return { point: 'tools.before', span: event.question.span, row: event.question.span }
    case 'question.closed': {
      const span = state.questions.get(event.id)?.question.span ?? null
      return { point: 'tools.before', span, row: span }
    }
    case 'row.committed':
      return atSpan(state, spanOfRow(state, event.row))
    default:
      return NOWHERE
  }
}

function atSpan(state: SessionState, span: SpanId | null): EventPlace {
  return { point: null, span, row: rowOf(state, span) }
}

/** A hook belongs to what it was asked about; a turn and a step have no row of their own. */
function rowOf(state: SessionState, id: SpanId | null): SpanId | null {
  const span = id === null ? undefined : state.spans.get(id)
  if (span === undefined) return null
  const about = span.kind === 'hook' && span.parent !== null ? state.spans.get(span.parent) : span
  return about !== undefined && hasRow(about) ? about.id : null
}

function hasRow({ kind }: Span): boolean {
  return kind === 'tool' || kind === 'inner' || kind === 'model'
}

/** A reply is that of the last model call, a result that of its call. */
function spanOfRow({ spans, turnById }: SessionState, row: TranscriptRow): SpanId | null {
  if (row.kind === 'input' || row.turn === null) return null
  const isOf = (span: Span | undefined) =>
    row.kind === 'reply' ? span?.kind === 'model' : span?.attributes[ATTR.toolCallId] === row.call
  return turnById.get(row.turn)?.spans.findLast((id) => isOf(spans.get(id))) ?? null
}
