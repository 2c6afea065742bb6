/** Reads one model stream into a draft, event by event onto the record. Ends at once at a stop, whatever the provider does. */
import { ATTR, type Attributes, type CallId, type JsonObject, type SpanId, type SpanStatus } from '@belay/trace'
import { ABORTED, untilAbort } from './abort'
import type { Message, ModelCallContext, ModelEvent, ModelRequest, Provider } from './model'
import type { ModelName } from './ports'
import { addEvent, type Draft, endOf } from './reply'
import type { Stage } from './stage'

/** Whose call it is where it gives no reply of the conversation. Nobody watches that one as it is streamed. */
export type Purpose = NonNullable<ModelCallContext['purpose']>

interface Streaming {
  readonly provider: Provider
  readonly request: ModelRequest
  readonly span: SpanId
  readonly draft: Draft
  readonly signal: AbortSignal
  readonly purpose: Purpose | null
}

export async function readStream(stage: Stage, streaming: Streaming): Promise<typeof ABORTED | null> {
  const { provider, request, span, draft, signal, purpose } = streaming
  const startedAt = stage.ports.clock.now()
  const events = provider.stream(request, callContext(stage, streaming))[Symbol.asyncIterator]()
  for (let first = true; ; first = false) {
    const next = await untilAbort(events.next(), signal)
    if (next === ABORTED) return abandonStream(events)
    if (next.done === true) return null
    if (first) tellFirstToken(stage, span, startedAt)
    addEvent(draft, next.value)
    if (next.value.type === 'usage') draft.cost = provider.cost?.(request.model, draft.usage) ?? null
    if (purpose === null) tellDelta(stage, span, next.value)
  }
}

/** The provider is told, and not waited for. */
function abandonStream(events: AsyncIterator<ModelEvent>): typeof ABORTED {
  const ignore = () => ABORTED
  events.return?.().then(ignore, ignore)
  return ABORTED
}

function callContext(stage: Stage, { signal, purpose }: Streaming): ModelCallContext {
  const { session, number, workspace, agent } = stage.setup
  const context = { signal, sessionId: session, turn: number, workspace, agent, rows: stage.view.rows() }
  return purpose === null ? context : { ...context, purpose }
}

function tellFirstToken(stage: Stage, span: SpanId, startedAt: number): void {
  stage.spans.change(span, 'running', { [ATTR.firstTokenMs]: stage.ports.clock.now() - startedAt })
}

function tellDelta(stage: Stage, span: SpanId, event: ModelEvent): void {
  if (event.type !== 'text' && event.type !== 'reasoning') return
  if (event.text !== '') stage.ports.log.emit({ type: 'delta', span, channel: event.type, text: event.text })
}

interface NewModelSpan extends ModelName {
  readonly parent: SpanId | null
  readonly purpose: Purpose | null
}

export function startModelSpan(stage: Stage, { parent, provider, model, purpose }: NewModelSpan): SpanId {
  return stage.spans.start({
    kind: 'model',
    name: model,
    parent,
    attributes: {
      [ATTR.operation]: 'chat',
      [ATTR.provider]: provider,
      [ATTR.requestModel]: model,
      [ATTR.step]: stage.step,
      ...purposeOf(purpose),
    },
  })
}

function purposeOf(purpose: Purpose | null): Attributes {
  return purpose === null ? {} : { [ATTR.purpose]: purpose }
}

interface EndedCall {
  readonly span: SpanId
  readonly draft: Draft
  readonly status: SpanStatus
  readonly purpose: Purpose | null
  readonly attributes?: Attributes
}

export function endModelSpan(stage: Stage, { span, draft, status, purpose, attributes = {} }: EndedCall): void {
  stage.ports.log.keep(span, { response: responseOf(draft) })
  stage.spans.end(span, status, {
    ...purposeOf(purpose),
    [ATTR.inputTokens]: draft.usage.input,
    [ATTR.outputTokens]: draft.usage.output,
    [ATTR.cachedTokens]: draft.usage.cached,
    ...(draft.cost === null ? {} : { [ATTR.costUsd]: draft.cost }),
    ...(status === 'ok' ? { [ATTR.finishReason]: endOf(draft) } : {}),
    ...attributes,
  })
}

export function keepRequest(stage: Stage, span: SpanId, request: ModelRequest): void {
  const { model, system, toolChoice, responseMode, generation } = request
  const tools = request.tools.map(({ name, description, schema }) => ({ name, description, schema }))
  const messages = request.messages.map(messageJson)
  stage.ports.log.keep(span, {
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
