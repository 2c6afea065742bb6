/** What a verdict, an outcome or an ending says, in words. One place, so that conversation, chain and rail agree. */
import { formatDuration } from '@belay/canvas'
import type { FailurePolicy, Json, TurnCode, TurnStatus, Verdict } from '@belay/trace'
import { firstLine, plural } from '../format'
import { isObject } from './diff'
import { isCancelled, isUnloaded, isUntrusted } from './verdict-kinds'

/** `rewrote new_string`, `would have blocked: no tests touched`, `passed`. */
export function describeVerdict(verdict: Verdict): string {
  const said = [decisionSentence(verdict), ...extras(verdict)].filter((part) => part !== '')
  return said.join('; ')
}

function decisionSentence(verdict: Verdict): string {
  switch (verdict.status) {
    case 'not_asked':
      if (isUnloaded(verdict)) return `does not load${tail(verdict.error?.message ?? null)}`
      if (isUntrusted(verdict)) return `is not trusted any more${tail(verdict.error?.message ?? null)}`
      return `not asked: ${verdict.notAsked ?? 'no reason given'}`
    case 'failed':
      if (isCancelled(verdict)) return 'was ended with the turn, before it answered'
      return `failed (${verdict.error?.kind ?? 'no reason given'})${tail(verdict.error?.message ?? null)}`
    case 'malformed':
      return `answered something that does not fit here${tail(verdict.error?.message ?? null)}`
    case 'use_default':
      return isSilent(verdict) ? 'passed' : ''
    case 'replayed':
      return `did not answer; its answer of ${formatDuration(verdict.replayedAgeMs ?? 0)} ago stood in: ${verdict.decision}`
    case 'answered':
      return answered(verdict)
  }
}

function answered(verdict: Verdict): string {
  const shadow = verdict.mode === 'shadow'
  const say = (did: string, would: string) => (shadow ? `would have ${would}` : did)
  const lost = verdict.lost ? ', but another hook came first' : ''
  const because = tail(verdict.reason)
  switch (verdict.decision) {
    case 'pass':
      return isSilent(verdict) || verdict.reason !== null ? `passed${because}` : ''
    case 'block':
      return `${say('blocked', 'blocked')}${because}${lost}`
    case 'rewrite':
      return `${say('rewrote', 'rewritten')} ${subjectOf(verdict.value)}${because}${lost}`
    case 'ask':
      return `${say('asked', 'asked')}${tail(questionOf(verdict.value) ?? verdict.reason)}${lost}`
    case 'allow':
      return `${say('allowed', 'allowed')} it without a question${because}`
    case 'answer':
      return `${say('answered', 'answered')} in its place${because}${lost}`
    case 'continue':
      return `${say('let', 'let')} the turn go on`
    case 'ask_again':
      return `${say('sent', 'sent')} the model back${tail(typeof verdict.value === 'string' ? verdict.value : verdict.reason)}`
    case 'done':
      return `${say('ended', 'ended')} the turn${because}`
    case 'retry':
      return `${say('asked for another try', 'asked for another try')}${because}`
    case 'switch':
      return `${say('switched', 'switched')} the model${because}`
    case 'escalate':
      return `${say('gave up', 'given up')} on the call${because}`
    case 'handled':
      return 'handled it'
  }
}

function extras(verdict: Verdict): readonly string[] {
  const { context, reminders, halt, late } = verdict
  return [
    context.length > 0 ? `added context${tail(firstLine(context.join(' · '), 90))}` : '',
    reminders.length > 0 ? `left ${plural(reminders.length, 'reminder')}` : '',
    halt === null ? '' : `${verdict.mode === 'shadow' ? 'would have halted' : 'halted'} the turn${tail(halt)}`,
    late ? 'came too late to count' : '',
  ]
}

function isSilent(verdict: Verdict): boolean {
  return verdict.context.length + verdict.reminders.length === 0 && verdict.halt === null
}

const UNASKED: Readonly<Record<FailurePolicy, string>> = {
  open: 'the turn goes on without it',
  closed: 'what it would judge is refused',
  replay: 'its last answer stands in where there is one, else the turn ends',
}

/** Once a turn, for a hook that stands there and cannot be asked. */
export function unloadedNote({ hook, error }: Verdict, policy: FailurePolicy): string {
  return `${hook} does not load, so it is not asked; ${UNASKED[policy]}${tail(error?.message ?? null)}`
}

/** Texts one after another, each with one mark at its end. */
export function joinSentences(texts: readonly string[]): string {
  return texts.map((text) => (/[.!?…:]$/.test(text) ? text : `${text}.`)).join(' ')
}

/** What a rewrite names: the arguments it sets, or that it is text. */
function subjectOf(value: Json): string {
  if (isObject(value)) return isObject(value.args) ? 'the call' : Object.keys(value).join(', ')
  return typeof value === 'string' ? 'the text' : 'it'
}

export function questionOf(value: Json): string | null {
  return isObject(value) && typeof value.question === 'string' ? value.question : null
}

function tail(text: string | null): string {
  return text === null || text === '' ? '' : `: ${text}`
}

export const TURN_STATUS: Readonly<Record<TurnStatus | 'idle', string>> = {
  idle: 'idle',
  running: 'running',
  waiting: 'waiting for you',
  completed: 'completed',
  blocked: 'blocked',
  halted: 'halted',
  capped: 'capped',
  stopped: 'stopped',
  failed: 'failed',
  interrupted: 'interrupted',
}

export const TURN_CODE: Readonly<Record<TurnCode, string>> = {
  stop_cap: 'hooks continued it 8 times',
  stop_cap_hour: 'hooks continued this session 25 times within the hour',
  max_iterations: 'it took all the steps it may take',
  output_limit: 'the model hit its output limit',
  malformed_arguments: 'the same malformed arguments three times in a row',
  empty_answer: 'the model said nothing',
  retry_wait: 'the server asked for a longer wait than a minute',
}
