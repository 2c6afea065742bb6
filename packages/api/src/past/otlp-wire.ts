/**
 * Spans as OTLP/JSON. The words on the wire are OpenTelemetry's own package's; here is only what it is told, and that a request
 * is written in pieces: each batch is an entry of `resourceSpans` of its own, under the same resource.
 * The package is loaded with the first export: nothing else needs it.
 */
import type { OtlpAttributes, OtlpSpan } from '@belay/replay'
import type { Attributes, HrTime, SpanContext } from '@opentelemetry/api'
import type { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'

type ReadableSpan = Parameters<typeof JsonTraceSerializer.serializeRequest>[0][number]

export interface OtlpWire {
  readonly head: string
  readonly foot: string
  /** What stands between head and foot for these spans; batches are joined by commas. */
  resourceSpans(spans: readonly OtlpSpan[]): string
}

const HEAD = '{"resourceSpans":['
const FOOT = ']}'

export async function openOtlpWire(version: string): Promise<OtlpWire> {
  const [api, { JsonTraceSerializer: serializer }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/otlp-transformer'),
    import('@opentelemetry/resources'),
  ])
  const resource = resourceFromAttributes({ 'service.name': 'belay', 'service.version': version })
  const codes = { unset: api.SpanStatusCode.UNSET, ok: api.SpanStatusCode.OK, error: api.SpanStatusCode.ERROR }
  const readable = (span: OtlpSpan): ReadableSpan => ({
    ...{ name: span.name, attributes: mutable(span.attributes), resource, links: [], ended: true },
    kind: span.kind === 'model' ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL,
    spanContext: () => contextOf(span.traceId, span.spanId, api.TraceFlags.SAMPLED),
    ...parentOf(span, api.TraceFlags.SAMPLED),
    ...{ startTime: hrTime(span.start), endTime: hrTime(span.end), duration: [0, 0] },
    status: { code: codes[span.status.code], ...messageOf(span) },
    events: span.events.map(({ name, time, attributes }) => ({
      ...{ name, time: hrTime(time), attributes: mutable(attributes) },
    })),
    instrumentationScope: { name: 'belay', version },
    ...{ droppedAttributesCount: 0, droppedEventsCount: span.dropped, droppedLinksCount: 0 },
  })
  const decoder = new TextDecoder()
  return {
    ...{ head: HEAD, foot: FOOT },
    resourceSpans: (spans) => inner(decoder.decode(serializer.serializeRequest(spans.map(readable)))),
  }
}

function inner(request: string): string {
  if (!request.startsWith(HEAD) || !request.endsWith(FOOT)) throw new Error('the OTLP serializer writes another shape')
  return request.slice(HEAD.length, -FOOT.length)
}

function contextOf(traceId: string, spanId: string, traceFlags: number): SpanContext {
  return { traceId, spanId, traceFlags }
}

function parentOf({ traceId, parentSpanId }: OtlpSpan, flags: number): { readonly parentSpanContext?: SpanContext } {
  return parentSpanId === null ? {} : { parentSpanContext: contextOf(traceId, parentSpanId, flags) }
}

function messageOf({ status }: OtlpSpan): { readonly message?: string } {
  return status.message === null ? {} : { message: status.message }
}

function hrTime([seconds, nanos]: OtlpSpan['start']): HrTime {
  return [seconds, nanos]
}

function mutable(attributes: OtlpAttributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key, typeof value === 'object' ? [...value] : value]),
  )
}
