/**
 * A request as the vendors' packages take it. Promises: nothing of it is lost on the way, each call is followed by its result
 * in one message, and what a vendor wants back with a reply (signatures of its reasoning) goes back to that vendor alone.
 */
import type {
  JSONObject,
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider'
import type { Message, ModelRequest } from '@belay/agent'
import { isJsonObject } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import { type KeptParts, readKept } from './kept-parts'
import type { WireNames } from './wire-names'

type AssistantMessage = Extract<Message, { readonly role: 'assistant' }>
type ResultMessage = Extract<Message, { readonly role: 'result' }>
type AssistantParts = Extract<LanguageModelV3Message, { readonly role: 'assistant' }>['content']

export interface Wire {
  /** The provider, as replies name it. */
  readonly provider: string
  readonly names: WireNames
  /** Marks what may be cached from one request to the next; null where the vendor does so by itself. */
  readonly cacheMark: SharedV3ProviderOptions | null
}

export function callOptions(request: ModelRequest, wire: Wire): LanguageModelV3CallOptions {
  const { tools, toolChoice, responseMode } = request
  const functions = tools.map(({ name, description, schema }) => ({
    ...{ type: 'function' as const, name: wire.names.toWire(name), description, inputSchema: schema },
  }))
  return {
    prompt: promptOf(request, wire),
    ...(functions.length === 0 ? {} : { tools: functions, toolChoice: { type: toolChoice } }),
    ...(isJsonObject(responseMode) ? { responseFormat: { type: 'json' as const, schema: responseMode } } : {}),
    ...sampling(request.generation, wire.provider),
  }
}

function promptOf({ system, messages }: ModelRequest, wire: Wire): LanguageModelV3Prompt {
  const mark = wire.cacheMark === null ? {} : { providerOptions: wire.cacheMark }
  const own = joinResults(messages.flatMap((message) => messageOf(message, wire)))
  const last = own.length - 1
  return [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system, ...mark }]),
    ...own.map((message, at) => (at === last ? { ...message, ...mark } : message)),
  ]
}

function messageOf(message: Message, wire: Wire): readonly LanguageModelV3Message[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: [{ type: 'text', text: message.text }] }]
    case 'assistant': {
      const content = assistantParts(message, wire)
      return content.length === 0 ? [] : [{ role: 'assistant', content }]
    }
    case 'result':
      return [{ role: 'tool', content: [resultPart(message, wire)] }]
  }
}

function assistantParts(message: AssistantMessage, { provider, names }: Wire): AssistantParts {
  const { text, calls } = message
  const kept: KeptParts = readKept(message.kept, provider)
  const parts: AssistantParts = kept.reasoning.map((part) => ({
    ...{ type: 'reasoning' as const, text: part.text },
    ...options(part.metadata),
  }))
  if (text.trim() !== '') parts.push({ type: 'text', text, ...options(kept.text) })
  calls.forEach(({ id, name, args }, at) => {
    const input = { toolCallId: id, toolName: names.toWire(name), input: args }
    parts.push({ type: 'tool-call', ...input, ...options(kept.calls[at] ?? null) })
  })
  return parts
}

function options(metadata: JsonObject | null): { providerOptions?: SharedV3ProviderOptions } {
  return metadata === null ? {} : { providerOptions: providerOptions(metadata) }
}

/** By provider, an object each, as its package gave them. */
function providerOptions(metadata: JsonObject): SharedV3ProviderOptions {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([key, value]): [string, JSONObject][] =>
      isJsonObject(value) ? [[key, { ...value } as JSONObject]] : [],
    ),
  )
}

function resultPart({ call, name, content, isError }: ResultMessage, { names }: Wire) {
  const output = { type: isError ? ('error-text' as const) : ('text' as const), value: content }
  return { type: 'tool-result' as const, toolCallId: call, toolName: names.toWire(name), output }
}

/** Results of one step are one message: some vendors take no second one. */
function joinResults(messages: readonly LanguageModelV3Message[]): LanguageModelV3Message[] {
  const joined: LanguageModelV3Message[] = []
  for (const message of messages) {
    const before = joined.at(-1)
    if (message.role === 'tool' && before?.role === 'tool') before.content.push(...message.content)
    else joined.push(message)
  }
  return joined
}

const NUMBERS = {
  temperature: 'temperature',
  topP: 'topP',
  top_p: 'topP',
  topK: 'topK',
  top_k: 'topK',
  maxOutputTokens: 'maxOutputTokens',
  max_tokens: 'maxOutputTokens',
  max_output_tokens: 'maxOutputTokens',
  presencePenalty: 'presencePenalty',
  presence_penalty: 'presencePenalty',
  frequencyPenalty: 'frequencyPenalty',
  frequency_penalty: 'frequencyPenalty',
  seed: 'seed',
} as const

/** What all vendors know goes by its common name, anything else as the provider's own option. */
function sampling(generation: JsonObject, provider: string): Partial<LanguageModelV3CallOptions> {
  const common: Partial<Record<(typeof NUMBERS)[keyof typeof NUMBERS], number>> = {}
  const own: Record<string, Json> = {}
  let stop: readonly string[] | null = null
  for (const [key, value] of Object.entries(generation)) {
    if (isCommon(key) && typeof value === 'number') common[NUMBERS[key]] = value
    else if (isStop(key) && Array.isArray(value)) stop = value.filter((each) => typeof each === 'string')
    else own[key] = value
  }
  return {
    ...common,
    ...(stop === null ? {} : { stopSequences: [...stop] }),
    ...(Object.keys(own).length === 0 ? {} : { providerOptions: providerOptions({ [provider]: own }) }),
  }
}

function isCommon(key: string): key is keyof typeof NUMBERS {
  return Object.hasOwn(NUMBERS, key)
}

function isStop(key: string): boolean {
  return key === 'stop' || key === 'stopSequences' || key === 'stop_sequences'
}
