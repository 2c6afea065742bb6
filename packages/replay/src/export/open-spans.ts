/** The spans of a log that have started and not ended. Holds nothing of a span that has ended. */
import type { Span, SpanId, TraceEvent } from '@belay/trace'

/** A span with its end, never before its start. */
export interface EndedSpan extends Span {
  readonly end: number
}

export interface OpenSpans {
  /** The span that this event ends, or null. */
  take(event: TraceEvent): EndedSpan | null
  has(id: SpanId): boolean
  /** In the order of their start events. */
  all(): readonly Span[]
}

export function openSpans(): OpenSpans {
  const open = new Map<SpanId, Span>()
  return {
    has: (id) => open.has(id),
    all: () => [...open.values()],
    take(event) {
      switch (event.type) {
        case 'span.started':
          if (!open.has(event.span.id)) open.set(event.span.id, event.span)
          return null
        case 'span.changed': {
          const span = open.get(event.id)
          if (span !== undefined) open.set(event.id, changed(span, event))
          return null
        }
        case 'span.ended': {
          const span = open.get(event.id)
          open.delete(event.id)
          return span === undefined ? null : { ...changed(span, event), end: Math.max(span.start, event.end) }
        }
        default:
          return null
      }
    },
  }
}

function changed(span: Span, { status, attributes }: Pick<Span, 'status' | 'attributes'>): Span {
  return { ...span, status, attributes: { ...span.attributes, ...attributes } }
}
