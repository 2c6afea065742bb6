/** Reads one model stream into a draft, event by event onto the record. Ends at once at a stop, whatever the provider does. */
import { ATTR, type Attributes, type CallId, type JsonObject, type SpanId, type SpanStatus } from '@belay/trace'
import { ABORTED, untilAbort } from './abort'
import type { Message, ModelEvent, ModelRequest, Provider } from './model'
import { addEvent, type Draft, endOf } from './reply'
import type { Turn } from './turn'

interface Streaming {
  readonly provider: Provider
  readonly request: ModelRequest
  readonly span: SpanId
  readonly draft: Draft
}

export async function readStream(turn: Turn, streaming: Streaming): Promise<typeof ABORTED | null> {
  const { provider, request, span, draft } = streaming
  const signal = turn.setup.signal
  const startedAt = turn.ports.clock.now()
  const events = provider.stream(request, callContext(turn))[Symbol.asyncIterator]()
  for (let first = true; ; first = false) {
    const next = await untilAbort(events.next(), signal)
    if (next === ABORTED) return abandonStream(events)
    if (next.done === true) return null
    if (first) tellFirstToken(turn, span, startedAt)
    addEvent(draft, next.value)
    tellDelta(turn, span, next.value)
  }
}

/** The provider is told, and not waited for. */
function abandonStream(events: AsyncIterator<ModelEvent>): typeof ABORTED {
  const ignore = () => ABORTED
  events.return?.().then(ignore, ignore)
  return ABORTED
}

function callContext(turn: Turn) {
  const { session, number, workspace, agent, signal } = turn.setup
  return { signal, sessionId: session, turn: number, workspace, agent, rows: turn.rows }
}

function tellFirstToken(turn: Turn, span: SpanId, startedAt: number): void {
  turn.spans.change(span, 'running', { [ATTR.firstTokenMs]: turn.ports.clock.now() - startedAt })
}

function tellDelta(turn: Turn, span: SpanId, event: ModelEvent): void {
  if (event.type !== 'text' && event.type !== 'reasoning') return
  if (event.text !== '') turn.ports.log.emit({ type: 'delta', span, channel: event.type, text: event.text })
}

export function startModelSpan(turn: Turn): SpanId {
  return turn.spans.start({
    kind: 'model',
    name: turn.model,
    parent: turn.stepSpan,
    attributes: {
      [ATTR.operation]: 'chat',
      [ATTR.provider]: turn.provider,
      [ATTR.requestModel]: turn.model,
      [ATTR.step]: turn.step,
    },
  })
}

interface EndedCall {
  readonly span: SpanId
  readonly draft: Draft
  readonly status: SpanStatus
  readonly attributes?: Attributes
}

export function endModelSpan(turn: Turn, { span, draft, status, attributes = {} }: EndedCall): void {
  turn.ports.log.keep(span, { response: responseOf(draft) })
  turn.spans.end(span, status, {
    [ATTR.inputTokens]: draft.usage.input,
    [ATTR.outputTokens]: draft.usage.output,
    [ATTR.cachedTokens]: draft.usage.cached,
    ...(status === 'ok' ? { [ATTR.finishReason]: endOf(draft) } : {}),
    ...attributes,
  })
}

export function keepRequest(turn: Turn, span: SpanId, request: ModelRequest): void {
  const { model, system, toolChoice, responseMode, generation } = request
  const tools = request.tools.map(({ name, description, schema }) => ({ name, description, schema }))
  const messages = request.messages.map(messageJson)
  turn.ports.log.keep(span, {
    request: { model, system, messages, tools, toolChoice, responseMode, generation },
  })
}

function messageJson(message: Message): JsonObject {
  if (message.role !== 'assistant') return { ...message }
  return {
    ...message,
    calls: message.calls.map((call: { id: CallId; name: string; args: JsonObject }) => ({ ...call })),
  }
}

function responseOf(draft: Draft): JsonObject {
  const { text, reasoning, usage } = draft
  return { text, reasoning, calls: [...draft.calls.values()], usage: { ...usage }, end: endOf(draft) }
}
