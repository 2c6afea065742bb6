/** What hooks did, in words for people: in the past, and as what would have been. */
import { isJsonObject } from '@belay/hooks'
import type { Decision, Json, PointId } from '@belay/trace'

/** `did`: after a hook's name; `done`: after `would have`, and in `DONE by HOOK`. */
export interface Deed {
  readonly did: string
  readonly done: string
}

const same = (text: string): Deed => ({ did: text, done: text })

const SUBJECTS: Readonly<Partial<Record<PointId, string>>> = {
  'guard.onInput': 'the message',
  'memory.summarize': "the summarizer's prompt",
  'context.build': 'the request',
  'tools.before': 'the call',
  'tools.after': 'the result',
  'guard.onOutput': 'the answer',
}

const BLOCKS: Readonly<Partial<Record<PointId, Deed>>> = {
  'guard.onInput': same('rejected the message'),
  'memory.summarize': same('cancelled the compaction'),
  'tools.before': same('refused the call'),
  'tools.after': same('told the model'),
  'guard.onOutput': same('rejected the answer'),
  'stop.done': same('sent the model back to work'),
  'agent.stop': same('sent the model back to work'),
}

export interface Decided {
  readonly point: PointId
  readonly decision: Decision
  readonly value: Json
  readonly reason: string | null
}

/** Null for a pass. */
export function deedOf(decided: Decided): Deed | null {
  const { point, decision, value, reason } = decided
  switch (decision) {
    case 'pass':
      return null
    case 'rewrite':
      return point === 'model.choose' ? choosing(value) : rewriting(SUBJECTS[point] ?? 'the value', reason)
    case 'block':
      return because(BLOCKS[point] ?? same('blocked'), reason)
    case 'ask':
      return same(`asked “${textOf(value, 'question') ?? reason ?? 'May this call run?'}”`)
    case 'allow':
      return because(same('allowed it without a question'), reason)
    case 'answer':
      return because(
        point === 'tools.before'
          ? same('answered in the place of the tool')
          : { did: 'gave the answer', done: 'given the answer' },
        reason,
      )
    case 'continue':
      return because({ did: 'took another pass', done: 'taken another pass' }, reason)
    case 'done':
      return because(same('ended the turn'), reason)
    case 'ask_again':
      return because(same('asked the model again'), textOf(value, 'text') ?? reason)
    case 'retry':
      return because(retrying(value), reason)
    case 'switch':
      return because(same(`switched to ${modelName(value)}`), reason)
    case 'escalate':
      return because({ did: 'gave up on the model call', done: 'given up on the model call' }, reason)
    case 'handled':
      return { did: 'took care of the history', done: 'taken care of the history' }
  }
}

function because(deed: Deed, reason: string | null): Deed {
  if (reason === null || reason.trim() === '') return deed
  return { did: `${deed.did}: ${reason}`, done: `${deed.done}: ${reason}` }
}

function rewriting(subject: string, reason: string | null): Deed {
  return because({ did: `rewrote ${subject}`, done: `rewritten ${subject}` }, reason)
}

function choosing(value: Json): Deed {
  const model = typeof value === 'string' ? value : modelName(value)
  return { did: `chose the model ${model}`, done: `chosen the model ${model}` }
}

function retrying(value: Json): Deed {
  const seconds = isJsonObject(value) ? value.seconds : null
  const wait = typeof seconds === 'number' && seconds > 0 ? `in ${seconds} s` : 'at once'
  return same(`had the model call made again ${wait}`)
}

function modelName(value: Json): string {
  if (!isJsonObject(value)) return 'another model'
  const { provider, model } = value
  return [provider, model].filter((part) => typeof part === 'string').join('/')
}

function textOf(value: Json, key: string): string | null {
  if (typeof value === 'string') return value
  const text = isJsonObject(value) ? value[key] : null
  return typeof text === 'string' ? text : null
}

/** What a decision is called where another was stronger. */
export function nounOf(decision: Decision): string {
  switch (decision) {
    case 'ask':
      return 'question'
    case 'block':
    case 'rewrite':
    case 'answer':
      return decision
    case 'allow':
      return 'word to allow it'
    case 'handled':
      return 'word that it is taken care of'
    case 'pass':
      return 'pass'
    case 'ask_again':
      return 'further question'
    case 'continue':
      return 'further pass'
    case 'done':
      return 'word that it is done'
    case 'retry':
      return 'further try'
    case 'switch':
      return 'switch'
    case 'escalate':
      return 'giving up'
  }
}

/** `40 s`, `5 min`, `3 h`, `2 days`. */
export function ageWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`
  if (ms < 172_800_000) return `${Math.round(ms / 3_600_000)} h`
  return `${Math.round(ms / 86_400_000)} days`
}
