/**
 * The request of a step: built from the rows, then as `context.build` and `model.choose` have it. A patch is read by the
 * same rules by which its verdict was: what is on record as a rewrite is what goes to the model.
 */
import { isJsonObject, type RequestMessage, type RequestPatch, type RequestTool, readRequestPatch } from '@belay/hooks'
import { callId, type Json, type Outcome } from '@belay/trace'
import { ask } from './asking'
import { commitPendingContext } from './input'
import { keepMemory } from './memory/keep-memory'
import { messageLimit } from './memory/size'
import { buildMessages, pairCalls } from './messages'
import type { Message, ModelRequest, ToolSpec } from './model'
import { endingOf, type Turn, useModel } from './turn'

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
  const read = patch === null ? null : readRequestPatch(patch)
  return read?.ok === true ? applyPatch(built, read.value) : built
}

function baseRequest(turn: Turn): ModelRequest {
  const tools = turn.ports.tools.map(({ name, description, schema }) => ({ name, description, schema }))
  const messages = buildMessages(turn.view.items(), messageLimit(turn))
  const responseMode = turn.setup.outputSchema
  return { model: turn.model, system: turn.system, messages, tools, toolChoice: 'auto', responseMode, generation: {} }
}

/** Each key replaces that key; where `messages` is among them, keys that are absent are empty. */
export function applyPatch(built: ModelRequest, patch: RequestPatch): ModelRequest {
  const { messages } = patch
  const base: ModelRequest =
    messages === undefined
      ? built
      : { ...built, messages: [], tools: [], toolChoice: 'auto', responseMode: null, generation: {} }
  return {
    ...base,
    system: patch.system ?? base.system,
    tools: patch.tools?.map(toolOf) ?? base.tools,
    toolChoice: patch.toolChoice ?? base.toolChoice,
    responseMode: patch.responseMode ?? base.responseMode,
    generation: patch.generation ?? base.generation,
    messages: pairCalls(messages?.map(messageOf) ?? base.messages),
  }
}

function toolOf({ name, description = '', schema }: RequestTool): ToolSpec {
  return { name, description, schema }
}

function messageOf(message: RequestMessage): Message {
  switch (message.role) {
    case 'user':
      return message
    case 'assistant': {
      const { text = '', reasoning = '', calls = [] } = message
      const own = calls.map(({ id, name, args = {} }) => ({ id: callId(id), name, args }))
      return { ...message, text, reasoning, calls: own }
    }
    case 'result': {
      const { role, call, name, content, isError = false } = message
      return { role, call: callId(call), name, content, isError }
    }
  }
}
