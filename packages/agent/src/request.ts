/**
 * The request of a step: built from the rows, then as `context.build` and `model.choose` have it. What a hook answers
 * is foreign: each key is checked, and one that cannot be read leaves the built request as it is, with a notice.
 */
import { isJsonObject } from '@belay/hooks'
import { callId, type Json, type JsonObject, type Outcome } from '@belay/trace'
import { ask } from './asking'
import { commitPendingContext } from './input'
import { keepMemory } from './memory/keep-memory'
import { messageLimit } from './memory/size'
import { buildMessages, pairCalls } from './messages'
import type { Message, ModelRequest, ToolSpec } from './model'
import { endingOf, notice, type Turn, useModel } from './turn'

/** Asks the points before a model call, in order. What it gives makes the request from the view; null where the turn has to end. */
export async function buildRequest(turn: Turn): Promise<(() => ModelRequest) | null> {
  const about = turn.stepSpan
  await keepMemory(turn)
  if (endingOf(turn) !== null) return null
  const context = await ask(turn, { point: 'context.build', event: {}, about })
  if (endingOf(turn) !== null) return null
  const patch = context?.value ?? null
  if (isJsonObject(patch) && typeof patch.model === 'string') {
    useModel(turn, { provider: turn.provider, model: patch.model }, context?.by ?? 'context.build')
  }
  const choice = await ask(turn, { point: 'model.choose', event: {}, about })
  if (endingOf(turn) !== null) return null
  if (choice !== null) chooseModel(turn, choice)
  commitPendingContext(turn)
  tellUnreadable(turn, patch)
  return () => ({ ...patched(turn, patch), model: turn.model })
}

function chooseModel(turn: Turn, choice: Outcome): void {
  const model = isJsonObject(choice.value) ? choice.value.model : choice.value
  const provider = isJsonObject(choice.value) ? choice.value.provider : turn.provider
  if (typeof model === 'string' && typeof provider === 'string') {
    useModel(turn, { provider, model }, choice.by ?? 'model.choose')
  }
}

function patched(turn: Turn, patch: Json): ModelRequest {
  const built = baseRequest(turn)
  const read = isJsonObject(patch) ? applyPatch(built, patch) : null
  return read?.ok === true ? read.request : built
}

/** Once a step, however often its request is made. */
function tellUnreadable(turn: Turn, patch: Json): void {
  const read = isJsonObject(patch) ? applyPatch(baseRequest(turn), patch) : null
  if (read?.ok !== false) return
  notice(turn, `What context.build answered can't be read (${read.message}): the request stays as it was built.`)
}

function baseRequest(turn: Turn): ModelRequest {
  const tools = turn.ports.tools.map(({ name, description, schema }) => ({ name, description, schema }))
  const messages = buildMessages(turn.view.items(), messageLimit(turn))
  const responseMode = turn.setup.outputSchema
  return { model: turn.model, system: turn.system, messages, tools, toolChoice: 'auto', responseMode, generation: {} }
}

type Patched = { readonly ok: true; readonly request: ModelRequest } | { readonly ok: false; readonly message: string }

/** Each key replaces that key; where `messages` is among them, keys that are absent are empty. */
export function applyPatch(built: ModelRequest, patch: JsonObject): Patched {
  const whole = Array.isArray(patch.messages)
  const base: ModelRequest = whole
    ? { ...built, messages: [], tools: [], toolChoice: 'auto', responseMode: null, generation: {} }
    : built
  const system = patch.system ?? base.system
  const messages = patch.messages === undefined ? base.messages : readList(patch.messages, readMessage)
  const tools = patch.tools === undefined ? base.tools : readList(patch.tools, readTool)
  const toolChoice = readChoice(patch.toolChoice ?? base.toolChoice)
  const generation = patch.generation ?? base.generation
  if (typeof system !== 'string' || system.trim() === '') return misfit('system must be a text that is not empty')
  if (messages === null) return misfit('messages must be a list of messages')
  if (tools === null) return misfit('tools must be a list of { name, description, schema }')
  if (toolChoice === null) return misfit('toolChoice must be auto, none or required')
  if (!isJsonObject(generation)) return misfit('generation must be an object')
  const responseMode = patch.responseMode ?? base.responseMode
  const request = { ...base, system, tools, toolChoice, responseMode, generation, messages: pairCalls(messages) }
  return { ok: true, request }
}

function misfit(message: string): Patched {
  return { ok: false, message }
}

function readList<T>(value: Json, read: (item: Json) => T | null): readonly T[] | null {
  if (!Array.isArray(value)) return null
  const items = value.flatMap((item: Json) => read(item) ?? [])
  return items.length === value.length ? items : null
}

function readChoice(value: Json): ModelRequest['toolChoice'] | null {
  return value === 'auto' || value === 'none' || value === 'required' ? value : null
}

function readTool(value: Json): ToolSpec | null {
  if (!isJsonObject(value) || typeof value.name !== 'string' || !isJsonObject(value.schema)) return null
  const { name, description, schema } = value
  return { name, schema, description: typeof description === 'string' ? description : '' }
}

function readMessage(value: Json): Message | null {
  if (!isJsonObject(value)) return null
  const text = typeof value.text === 'string' ? value.text : ''
  switch (value.role) {
    case 'user':
      return text === '' ? null : { role: 'user', text }
    case 'assistant': {
      const calls = readList(value.calls ?? [], readCall)
      const reasoning = typeof value.reasoning === 'string' ? value.reasoning : ''
      return calls === null ? null : { role: 'assistant', text, reasoning, calls }
    }
    case 'result':
      return readResult(value)
    default:
      return null
  }
}

function readCall(value: Json) {
  if (!isJsonObject(value) || typeof value.id !== 'string' || typeof value.name !== 'string') return null
  return { id: callId(value.id), name: value.name, args: isJsonObject(value.args) ? value.args : {} }
}

function readResult({ call, name, content, isError }: JsonObject): Message | null {
  if (typeof call !== 'string' || typeof name !== 'string' || typeof content !== 'string') return null
  return { role: 'result', call: callId(call), name, content, isError: isError === true }
}
