/**
 * A session's log as OpenTelemetry spans: one trace a turn with the turn's span as its root, what hooks said as span events on
 * the span that it is about. Promises: the same log gives the same ids and spans; a span is given out once, when it is whole,
 * and one that has not ended is not; texts and lists are bounded. Pure: the digest comes in, the wire format is the caller's.
 */
import type { SessionId, Span, SpanId, SpanKind, TraceEvent } from '@belay/trace'
import { readMarks } from './marks'
import { type NanoTime, nanoTime } from './nano-time'
import type { EndedSpan } from './open-spans'
import { type OtlpAttributes, spanAttributes } from './otlp-attributes'
import { otlpEvents, type SpanEvents } from './otlp-events'
import { type OtlpStatus, otlpName, otlpStatus } from './otlp-status'
import { wholeSpans } from './whole-spans'

/** Of a text, as lower-case hex: at least 32 digits, the same for the same text. */
export type Digest = (text: string) => string

export interface OtlpSpan extends SpanEvents {
  /** The span in the log, by which its large parts are found. */
  readonly span: SpanId
  readonly kind: SpanKind
  /** 32 hex digits. */
  readonly traceId: string
  /** 16 hex digits. */
  readonly spanId: string
  readonly parentSpanId: string | null
  readonly name: string
  readonly start: NanoTime
  readonly end: NanoTime
  readonly status: OtlpStatus
  readonly attributes: OtlpAttributes
}

export interface OtlpSpans {
  /** The span that is whole with this event, or null. */
  take(event: TraceEvent): OtlpSpan | null
  /** At the end of the log: what was held although it had ended. */
  rest(): OtlpSpan | null
}

export function otlpSpans(session: SessionId, digest: Digest): OtlpSpans {
  const names = makeNames(session, digest)
  const marks = readMarks()
  const events = otlpEvents(names.span)
  const spans = wholeSpans()
  const finish = (span: EndedSpan | null): OtlpSpan | null =>
    span === null ? null : otlpSpan(names, span, events.finish(span))
  return {
    take(event) {
      const mark = marks.take(event)
      if (mark !== null) events.note(mark)
      if (event.type === 'span.started') events.start(event.span)
      return finish(spans.take(event))
    },
    rest: () => finish(spans.rest()),
  }
}

interface Names {
  readonly session: SessionId
  trace(span: Span): string
  span(id: SpanId): string
}

const TRACE_DIGITS = 32
const SPAN_DIGITS = 16

function makeNames(session: SessionId, digest: Digest): Names {
  return {
    session,
    trace: ({ turn, id }) => digest(`trace ${session} ${turn ?? id}`).slice(0, TRACE_DIGITS),
    span: (id) => digest(`span ${session} ${id}`).slice(0, SPAN_DIGITS),
  }
}

function otlpSpan(names: Names, span: EndedSpan, said: SpanEvents): OtlpSpan {
  return {
    ...{ span: span.id, kind: span.kind, name: otlpName(span), status: otlpStatus(span) },
    traceId: names.trace(span),
    spanId: names.span(span.id),
    parentSpanId: span.parent === null ? null : names.span(span.parent),
    ...{ start: nanoTime(span.start), end: nanoTime(span.end) },
    attributes: spanAttributes(span, names.session),
    ...said,
  }
}
