/**
 * A vendor's stream as the loop's events. Promises: one `finished` at most, and none where the vendor did not say why it
 * ended; each call has a key of its own, whatever ids the server sends; what went wrong within the stream is thrown.
 */
import type { LanguageModelV3StreamPart, LanguageModelV3Usage, SharedV3ProviderMetadata } from '@ai-sdk/provider'
import type { ModelEvent } from '@belay/agent'
import { isJsonObject } from '@belay/hooks'
import type { JsonObject, Usage } from '@belay/trace'
import { type KeptParts, keptJson } from './kept-parts'
import type { WireNames } from './wire-names'

type Part<Type extends LanguageModelV3StreamPart['type']> = Extract<LanguageModelV3StreamPart, { readonly type: Type }>
type End = Extract<ModelEvent, { readonly type: 'finished' }>['end']

interface Reading {
  readonly provider: string
  readonly names: WireNames
  /** The key of the call that is open under an id of the server. */
  readonly open: Map<string, string>
  readonly calls: Map<string, { metadata: JsonObject | null }>
  readonly reasoning: Map<string, { text: string; metadata: JsonObject | null }>
  text: JsonObject | null
}

export async function* streamEvents(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  { provider, names }: { readonly provider: string; readonly names: WireNames },
): AsyncGenerator<ModelEvent> {
  const reading: Reading = {
    ...{ provider, names, open: new Map(), calls: new Map(), reasoning: new Map(), text: null },
  }
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    yield* eventsOf(part, reading)
  }
}

function eventsOf(part: LanguageModelV3StreamPart, reading: Reading): readonly ModelEvent[] {
  switch (part.type) {
    case 'text-start':
    case 'text-end':
      reading.text = joined(reading.text, part.providerMetadata)
      return []
    case 'text-delta':
      reading.text = joined(reading.text, part.providerMetadata)
      return [{ type: 'text', text: part.delta }]
    case 'reasoning-start':
    case 'reasoning-end':
      keepReasoning(reading, part, '')
      return []
    case 'reasoning-delta':
      keepReasoning(reading, part, part.delta)
      return part.delta === '' ? [] : [{ type: 'reasoning', text: part.delta }]
    case 'tool-input-start':
      return [startCall(reading, part.id, part.toolName, part.providerMetadata)]
    case 'tool-input-delta':
      return ofCall(reading, part.id, (key) => ({ type: 'call.delta', key, text: part.delta }))
    case 'tool-input-end':
      return ofCall(reading, part.id, (key) => ({ type: 'call.ended', key }))
    case 'tool-call':
      return wholeCall(reading, part)
    case 'finish':
      return finish(reading, part)
    default:
      return []
  }
}

function startCall(reading: Reading, id: string, name: string, metadata?: SharedV3ProviderMetadata): ModelEvent {
  const key = `${reading.calls.size}`
  reading.open.set(id, key)
  reading.calls.set(key, { metadata: joined(null, metadata) })
  return { type: 'call.started', key, id, name: reading.names.fromWire(name) }
}

function ofCall(reading: Reading, id: string, make: (key: string) => ModelEvent): readonly ModelEvent[] {
  const key = reading.open.get(id)
  return key === undefined ? [] : [make(key)]
}

/** Told once it is whole, by vendors that stream no arguments too. */
function wholeCall(reading: Reading, part: Part<'tool-call'>): readonly ModelEvent[] {
  const started = reading.open.get(part.toolCallId)
  reading.open.delete(part.toolCallId)
  const call = started === undefined ? undefined : reading.calls.get(started)
  if (call !== undefined) {
    call.metadata = joined(call.metadata, part.providerMetadata)
    return []
  }
  const first = startCall(reading, part.toolCallId, part.toolName, part.providerMetadata)
  reading.open.delete(part.toolCallId)
  const key = first.type === 'call.started' ? first.key : ''
  return [first, { type: 'call.delta', key, text: part.input }, { type: 'call.ended', key }]
}

function keepReasoning(
  reading: Reading,
  part: Part<'reasoning-delta' | 'reasoning-start' | 'reasoning-end'>,
  text: string,
) {
  const before = reading.reasoning.get(part.id) ?? { text: '', metadata: null }
  reading.reasoning.set(part.id, {
    text: before.text + text,
    metadata: joined(before.metadata, part.providerMetadata),
  })
}

function finish(reading: Reading, { usage, finishReason }: Part<'finish'>): readonly ModelEvent[] {
  const kept = keptJson(reading.provider, keptOf(reading))
  const end = endOf(finishReason)
  return [
    { type: 'usage', usage: usageOf(usage) },
    ...(kept === null ? [] : [{ type: 'kept' as const, kept }]),
    ...(end === null ? [] : [{ type: 'finished' as const, end }]),
  ]
}

function keptOf({ reasoning, text, calls }: Reading): KeptParts {
  return { reasoning: [...reasoning.values()], text, calls: [...calls.values()].map(({ metadata }) => metadata) }
}

/** Null where the stream broke off: the packages end theirs in any case, and then know no reason of the server's. */
function endOf({ unified, raw }: Part<'finish'>['finishReason']): End | null {
  switch (unified) {
    case 'stop':
      return 'stop'
    case 'length':
      return 'length'
    case 'tool-calls':
      return 'calls'
    case 'content-filter':
      return 'refusal'
    case 'error':
      return null
    case 'other':
      return raw === undefined ? null : 'stop'
  }
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV3Usage): Usage {
  return { input: inputTokens.total ?? null, cached: inputTokens.cacheRead ?? null, output: outputTokens.total ?? null }
}

/** Later values win, provider by provider. Those that are no JSON can't be sent back. */
function joined(before: JsonObject | null, now: SharedV3ProviderMetadata | undefined): JsonObject | null {
  if (now === undefined) return before
  const given: JsonObject = JSON.parse(JSON.stringify(now))
  const result: Record<string, JsonObject> = {}
  for (const part of [before ?? {}, given])
    for (const [provider, value] of Object.entries(part))
      if (isJsonObject(value)) result[provider] = { ...result[provider], ...value }
  return Object.keys(result).length === 0 ? null : result
}
