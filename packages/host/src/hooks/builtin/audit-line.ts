/** What an event comes to as one line of a log. Promises: JSON without a line break, bounded whatever the event holds. */
import { type AnyPointEvent, type HookFacts, type HookReply, isJsonObject } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import { isPlaceholder } from '../secrets/assignments'
import { markOf } from '../secrets/redact'
import { isSecretName } from '../secrets/secret-names'

export type Detail = 'names' | 'arguments' | 'everything'

export interface LineOptions {
  readonly detail: Detail
  /** Epoch milliseconds. */
  readonly at: number
  /** What texts go through before they are written. */
  readonly clean: (text: string) => string
  /** Whether what is given to a name of secrets goes, whatever it looks like. */
  readonly redact: boolean
}

/** Of each text; a written file may hold megabytes. */
const MOST_CHARS = 2_000
/** Longer than any token. */
const LONGEST_SECRET = 4_096
/** Of all texts of a list or an object that are kept. */
const MOST_ITEMS = 200

type Told = { readonly point: string } & AnyPointEvent

export function auditLine(told: Told, facts: HookFacts, options: LineOptions): string {
  const { sessionId, turnId, step, agent, workspace } = facts
  const base = {
    at: new Date(options.at).toISOString(),
    session: sessionId,
    turn: turnId,
    step,
    agent,
    point: told.point,
  }
  // Whatever it is called: a tool's name is the model's, a folder's a person's.
  return JSON.stringify(cleaned({ ...base, workspace, ...partsOf(told, options) }, options))
}

function partsOf(told: Told, options: LineOptions): JsonObject {
  const some = options.detail !== 'names'
  const all = options.detail === 'everything'
  const text = (name: string, value: string, shown: boolean): JsonObject => ({
    [`${name}Chars`]: value.length,
    ...(shown ? { [name]: shortened(value, options) } : {}),
  })
  if ('result' in told) {
    const { result, call, startedMs, finishedMs } = told
    const { id, name, isError, content } = result
    const took = { call: id, tool: name, isError, ms: Math.round(finishedMs - startedMs) }
    return { ...took, ...(some ? { args: shortened(call.args, options) } : {}), ...text('content', content, all) }
  }
  if ('call' in told) {
    const { id, name, args } = told.call
    return { call: id, tool: name, ...(some ? { args: shortened(args, options) } : {}) }
  }
  if ('reply' in told) return { held: told.held, calls: namesOf(told.reply), ...text('reply', told.reply.text, all) }
  if ('msg' in told) return { origin: told.origin, ...text('message', told.msg, some) }
  if ('ans' in told) return text('answer', told.ans, some)
  if ('err' in told) return { error: shortened(told.err, options) }
  if ('source' in told) return { source: told.source }
  if ('reason' in told) return { reason: shortened(told.reason, options) }
  if ('agentType' in told) return { agentType: told.agentType, ...text('prompt', told.prompt, some) }
  return 'prompt' in told ? text('prompt', String(told.prompt), all) : {}
}

function namesOf({ calls }: HookReply): readonly string[] {
  return calls.map(({ name }) => name)
}

/** Every text, also those that are not cut. */
function cleaned(value: Json, { clean }: Pick<LineOptions, 'clean'>): Json {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, { clean }))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [clean(key), cleaned(item, { clean })]))
}

/** The same value with its texts cut and cleaned. */
function shortened(value: Json, options: LineOptions): Json {
  if (typeof value === 'string') return cut(value, options)
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => shortened(item, options))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).slice(0, MOST_ITEMS)
  return Object.fromEntries(entries.map(([key, item]) => [key, memberOf(key, item, options)]))
}

function memberOf(key: string, item: Json, options: LineOptions): Json {
  const text = shortened(item, options)
  if (!options.redact || typeof text !== 'string' || !isSecretName(key)) return text
  return isPlaceholder(text) || text.startsWith('[redacted: ') ? text : markOf('secret')
}

/** Cleaned with what comes behind it, so that no half of a secret is left at the end. */
function cut(text: string, { clean }: LineOptions): string {
  if (text.length <= MOST_CHARS) return clean(text)
  const shown = clean(text.slice(0, MOST_CHARS + LONGEST_SECRET)).slice(0, MOST_CHARS)
  return `${shown}… (${text.length - MOST_CHARS} more)`
}
