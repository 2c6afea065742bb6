/**
 * A patch of the request, read: here and nowhere else, so that what is on record as a rewrite is what the loop can send.
 * Promises: a sentence names the key that cannot be read, what it held and what was expected.
 */
import type { Json, JsonObject } from '@belay/trace'
import type { RequestPatch } from './answer-types'
import { isJsonObject } from './as-json'
import type { Read } from './read-answer'
import type { RequestCall, RequestMessage, RequestTool } from './request-types'
import { shownJson } from './shown'

const KEYS = ['model', 'system', 'messages', 'responseMode', 'toolChoice', 'tools', 'generation'] as const
const CHOICES = ['auto', 'none', 'required'] as const
const MESSAGE = "{ role: 'user', text }, { role: 'assistant', text, calls } or { role: 'result', call, name, content }"
const USER = "{ role: 'user', text } with a text that is not empty"
const ASSISTANT = "{ role: 'assistant', text, calls } with a text, or calls as { id, name, args }"
const RESULT = "{ role: 'result', call, name, content } with a text for each"
const TOOL = '{ name, description, schema } with a schema that is an object'

export function readRequestPatch(value: Json): Read<RequestPatch> {
  if (!isJsonObject(value)) return bad('patched the request with something that is not an object')
  if (Object.keys(value).length === 0) return bad('gave an empty patch')
  const stranger = Object.keys(value).find((key) => !KEYS.some((known) => known === key))
  if (stranger !== undefined) return bad(`patched ${stranger}; a request has ${KEYS.join(', ')}`)
  if (typeof value.system === 'string' && value.system.trim() === '')
    return bad('patched the request with an empty system prompt')
  const toolChoice = CHOICES.find((choice) => choice === value.toolChoice)
  const parts = [
    part('model', value.model, filled, 'the name of a model'),
    part('system', value.system, filled, 'text'),
    list('messages', value.messages, readMessage, expectedMessage),
    list('tools', value.tools, readTool, () => TOOL),
    part('toolChoice', value.toolChoice, () => toolChoice ?? null, 'auto, none or required'),
    part('generation', value.generation, (given) => (isJsonObject(given) ? given : null), 'an object'),
    part('responseMode', value.responseMode, () => ({}), ''),
  ]
  const wrong = parts.find((read) => !read.ok)
  if (wrong?.ok === false) return wrong
  return { ok: true, value: patchOf(value) }
}

/** Of a value that was found to be readable. */
function patchOf(value: JsonObject): RequestPatch {
  const { model, system, messages, tools, toolChoice, generation, responseMode } = value
  const choice = CHOICES.find((one) => one === toolChoice)
  return {
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof system === 'string' ? { system } : {}),
    ...(Array.isArray(messages) ? { messages: messages.flatMap((item: Json) => readMessage(item) ?? []) } : {}),
    ...(Array.isArray(tools) ? { tools: tools.flatMap((item: Json) => readTool(item) ?? []) } : {}),
    ...(choice === undefined ? {} : { toolChoice: choice }),
    ...(responseMode === undefined ? {} : { responseMode }),
    ...(isJsonObject(generation) ? { generation } : {}),
  }
}

type Fine = { readonly ok: true } | { readonly ok: false; readonly message: string }
const FINE: Fine = { ok: true }

function part(key: string, value: Json | undefined, read: (value: Json) => unknown, expected: string): Fine {
  return value === undefined || read(value) !== null ? FINE : unreadable(key, value, expected)
}

function list(
  key: string,
  value: Json | undefined,
  read: (item: Json) => unknown,
  expected: (item: Json) => string,
): Fine {
  if (value === undefined) return FINE
  if (!Array.isArray(value)) return unreadable(key, value, 'a list')
  const items: readonly Json[] = value
  const at = items.findIndex((item) => read(item) === null)
  const item = items[at]
  return item === undefined ? FINE : unreadable(`${key}[${at}]`, item, expected(item))
}

function unreadable(key: string, value: Json, expected: string): Fine {
  return bad(`patched ${key} with ${shownJson(value)}: expected ${expected}`)
}

function expectedMessage(value: Json): string {
  const expected: { readonly [role: string]: string } = { user: USER, assistant: ASSISTANT, result: RESULT }
  const role = isJsonObject(value) && typeof value.role === 'string' ? value.role : ''
  return Object.hasOwn(expected, role) ? (expected[role] ?? MESSAGE) : MESSAGE
}

function readMessage(value: Json): RequestMessage | null {
  if (!isJsonObject(value)) return null
  switch (value.role) {
    case 'user':
      return typeof value.text === 'string' && value.text.trim() !== '' ? { role: 'user', text: value.text } : null
    case 'assistant':
      return readAssistant(value)
    case 'result':
      return readResult(value)
    default:
      return null
  }
}

function readAssistant({ text = '', reasoning = '', calls = [], kept }: JsonObject): RequestMessage | null {
  if (typeof text !== 'string' || typeof reasoning !== 'string' || !Array.isArray(calls)) return null
  const given: readonly Json[] = calls
  const read = given.flatMap((call) => readCall(call) ?? [])
  if (read.length < given.length || (text.trim() === '' && read.length === 0)) return null
  return { role: 'assistant', text, reasoning, calls: read, ...(isJsonObject(kept) ? { kept } : {}) }
}

function readResult({ call, name, content, isError }: JsonObject): RequestMessage | null {
  if (typeof call !== 'string' || typeof name !== 'string' || typeof content !== 'string') return null
  return { role: 'result', call, name, content, isError: isError === true }
}

function readCall(value: Json): RequestCall | null {
  if (!isJsonObject(value) || filled(value.id) === null || filled(value.name) === null) return null
  const { id, name, args = {} } = value
  return typeof id === 'string' && typeof name === 'string' && isJsonObject(args) ? { id, name, args } : null
}

function readTool(value: Json): RequestTool | null {
  if (!isJsonObject(value) || !isJsonObject(value.schema)) return null
  const { name, description = '', schema } = value
  return typeof name === 'string' && name.trim() !== '' && typeof description === 'string'
    ? { name, description, schema }
    : null
}

function filled(value: Json | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

function bad(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message }
}
