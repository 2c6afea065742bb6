/** The value that a decision carries, by what the decision or the point's subject asks of it. */
import type { Decision, Json, JsonObject } from '@belay/trace'
import { asJson, isJsonObject } from './as-json'
import { jsonFault } from './json-fault'
import type { Read } from './read-answer'
import { readRequestPatch } from './read-request'
import type { SubjectKind } from './subject'

/** The most that a retry may wait, in seconds (`hooks.md` §2). */
const LONGEST_RETRY_S = 30
const CALL_KEYS = ['id', 'name', 'args', 'within']

export function readRewrite(kind: SubjectKind, raw: unknown): Read<Json> {
  const value = asJson(raw)
  if (value === undefined) return bad(`answered with a value that is not JSON (${jsonFault(raw)})`)
  switch (kind) {
    case 'text':
      return readText(value)
    case 'call':
      return readCall(value)
    case 'request':
      return readPatch(value)
    case 'model':
      return readModel(value)
  }
}

/** `mustSay`: an empty answer is none (`stop.done`); at `tools.before` it is an empty result. */
export function readAnswerValue(decision: Decision, raw: unknown, mustSay: boolean): Read<Json> {
  const value = raw === undefined ? null : asJson(raw)
  if (value === undefined) return bad(`answered with a value that is not JSON (${jsonFault(raw)})`)
  switch (decision) {
    case 'ask':
      return readQuestion(value)
    case 'answer':
      return mustSay ? readSpoken(value, 'an empty answer') : readContent(value)
    case 'ask_again':
      return readSpoken(value, 'no text to ask again with')
    case 'retry':
      return readRetry(value)
    case 'switch':
      return readSwitch(value)
    default:
      return good(null)
  }
}

function readText(value: Json): Read<Json> {
  if (typeof value !== 'string') return bad('rewrote a text with something that is not text')
  return value.trim() === '' ? bad('gave an empty rewrite') : good(value)
}

function readSpoken(value: Json, empty: string): Read<Json> {
  return typeof value === 'string' && value.trim() !== '' ? good(value) : bad(`gave ${empty}`)
}

function readContent(value: Json): Read<Json> {
  return value === null ? bad('gave no answer') : good(value)
}

/** Only what is named is changed; id and `within` are the call's own and stay. */
function readCall(value: Json): Read<Json> {
  if (!isJsonObject(value)) return bad('rewrote a call with something that is not a call')
  const stranger = strangerIn(value, CALL_KEYS)
  if (stranger !== null) return bad(`rewrote a call with the key ${stranger}; a call has name and args`)
  const { name, args } = value
  if (name === undefined && args === undefined) return bad('gave an empty rewrite: a call has name and args')
  if (name !== undefined && !isFilled(name)) return bad('rewrote a call with a name that is not text')
  if (args !== undefined && !isJsonObject(args)) return bad('rewrote a call with args that are not an object')
  return good({ ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { args }) })
}

/** On record as the hook gave it. */
function readPatch(value: Json): Read<Json> {
  const read = readRequestPatch(value)
  return read.ok ? good(value) : read
}

function readModel(value: Json): Read<Json> {
  if (typeof value === 'string') return value.trim() === '' ? bad('gave an empty model name') : good(value)
  if (!isJsonObject(value)) return bad('chose a model with something that is neither a name nor { model, provider }')
  const { model, provider } = value
  if (!isFilled(model) || !isFilled(provider)) return bad('chose a model without naming both model and provider')
  return good({ model, provider })
}

function readQuestion(value: Json): Read<Json> {
  const question = isJsonObject(value) ? value.question : value
  return isFilled(question) ? good({ question }) : bad('asked without a question')
}

function readRetry(value: Json): Read<Json> {
  const seconds = isJsonObject(value) ? (value.seconds ?? 0) : (value ?? 0)
  if (typeof seconds !== 'number' || seconds < 0) return bad('asked for a retry after something that is not seconds')
  return good({ seconds: Math.min(seconds, LONGEST_RETRY_S) })
}

function readSwitch(value: Json): Read<Json> {
  const { provider, model } = isJsonObject(value) ? value : { provider: null, model: null }
  return isFilled(provider) && isFilled(model)
    ? good({ provider, model })
    : bad('asked to switch without naming both provider and model')
}

function strangerIn(value: JsonObject, known: readonly string[]): string | null {
  return Object.keys(value).find((key) => !known.includes(key)) ?? null
}

function isFilled(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function good(value: Json): Read<Json> {
  return { ok: true, value }
}

function bad(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message }
}
