/** OTLP/JSON as a tree for people, without what differs from run to run. */

interface WireValue {
  readonly stringValue?: string
}
export interface WireEvent {
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: WireValue }[]
}
export interface WireSpan extends WireEvent {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code: 0 | 1 | 2; readonly message?: string }
  readonly events: readonly WireEvent[]
}
interface WireRequest {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[] }[]
}

export function wireSpans(text: string): readonly WireSpan[] {
  const { resourceSpans } = JSON.parse(text) as WireRequest
  return resourceSpans.flatMap((resource) => resource.scopeSpans.flatMap((scope) => scope.spans))
}

export function textAttribute({ attributes }: WireEvent, key: string): string | undefined {
  return attributes.find((one) => one.key === key)?.value.stringValue
}

/** Siblings in the order in which they started. */
export function otlpTree(spans: readonly WireSpan[], parent?: string, depth = 0): readonly string[] {
  const below = spans.filter((span) => span.parentSpanId === parent)
  const inOrder = [...below].sort((a, b) => (BigInt(a.startTimeUnixNano) < BigInt(b.startTimeUnixNano) ? -1 : 1))
  const indent = '  '.repeat(depth)
  return inOrder.flatMap((span) => [
    `${indent}${span.name}: ${['unset', 'ok', 'error'][span.status.code]}`,
    ...span.events.map((event) => `${indent}- ${eventText(event)}`),
    ...otlpTree(spans, span.spanId, depth + 1),
  ])
}

const told = [
  ...['hook.point', 'hook.name', 'verdict.decision', 'verdict.not_asked', 'outcome.decision', 'outcome.by'],
  ...['outcome.value', 'question.by', 'answer', 'turn.status'],
]

function eventText(event: WireEvent): string {
  const said = told.map((key) => textAttribute(event, `belay.${key}`)).filter((text) => text !== undefined)
  return [event.name.replace('belay.', ''), ...said].join(' ')
}
