/** What became of one tool call, in one line. */

import type { Mark } from '@belay/canvas'
import {
  ATTR,
  type Decision,
  type Json,
  type JsonObject,
  type Outcome,
  type QuestionState,
  type ResultRow,
  type SessionState,
  type Span,
  type SpanId,
} from '@belay/trace'
import { firstLine } from '../format'
import { isObject, print } from './diff'

export interface CallOutcome {
  /** The sign on the card; null where hooks said nothing worth a sign. */
  readonly mark: Mark | null
  readonly tone: 'plain' | Mark
  /** null where there is nothing to say beyond the call itself. */
  readonly text: string | null
  /** What hooks or a person changed, where `text` says something else. */
  readonly change: string | null
  /** What shadow hooks would have done, where that differs. */
  readonly shadow: string | null
  /** The arguments that ran, where hooks or a person changed them. */
  readonly effective: JsonObject | null
}

export interface CallFacts {
  readonly args: JsonObject | null
  readonly span: Span | null
  readonly result: ResultRow | null
}

const PLAIN: CallOutcome = { mark: null, tone: 'plain', text: null, change: null, shadow: null, effective: null }

export function callOutcome(state: SessionState, facts: CallFacts): CallOutcome {
  const { span, result } = facts
  if (span === null)
    return result === null ? PLAIN : { ...PLAIN, text: result.isError ? firstLine(result.content) : null }
  const before = lastOutcome(state, span.id, 'tools.before')
  const question = lastQuestion(state, span.id)
  const effective = effectiveArgs(facts.args, before, question)
  const known = { ...facts, span, before, question, effective }
  const line = outcomeLine(state, known)
  const change = rewriteText(state, known)
  return {
    ...line,
    change: change === line.text ? null : change,
    effective,
    shadow: shadowLine(state, span.id, before),
  }
}

interface Known extends CallFacts {
  readonly span: Span
  readonly before: Omit<Outcome, 'verdicts'> | null
  readonly question: QuestionState | null
  readonly effective: JsonObject | null
}

type Line = Pick<CallOutcome, 'mark' | 'tone' | 'text'>

function outcomeLine(state: SessionState, known: Known): Line {
  const { span, before, question } = known
  if (question !== null && question.answer === null) return line('ask', 'waiting for you')
  if (before?.halt != null) return line('halt', `${before.haltBy ?? 'a hook'} halted the turn: ${before.halt}`)
  if (before?.decision === 'block') return line('block', `refused by ${before.by ?? 'a hook'}${because(before.reason)}`)
  const after = lastOutcome(state, span.id, 'tools.after')
  if (after?.halt != null) return line('halt', `${after.haltBy ?? 'a hook'} halted the turn: ${after.halt}`)
  return statusLine(known) ?? changeLine(state, known, after) ?? { mark: null, tone: 'plain', text: null }
}

function statusLine({ span, result, question }: Known): Line | null {
  const said = result === null ? '' : firstLine(result.content)
  switch (span.status) {
    case 'refused':
      return line('block', question === null ? said || 'refused by permissions' : denial(question))
    case 'error':
      return line('failed', `failed${because(said || text(span.attributes[ATTR.errorMessage]))}`)
    case 'unknown':
      return line('failed', 'unknown outcome: it had started when the app ended, and was not run again')
    case 'interrupted':
      return line('failed', 'interrupted: the app ended before it ran')
    case 'stopped':
      return { mark: null, tone: 'failed', text: said || 'stopped' }
    case 'not_run':
      return { mark: null, tone: 'failed', text: said || 'not run' }
    case 'running':
    case 'waiting':
    case 'ok':
      return null
  }
}

function changeLine(state: SessionState, known: Known, after: Omit<Outcome, 'verdicts'> | null): Line | null {
  const { before, question } = known
  if (before?.decision === 'answer')
    return line('rewrite', `answered by ${before.by ?? 'a hook'}; the tool did not run`)
  const rewrite = rewriteText(state, known)
  if (rewrite !== null) return line('rewrite', rewrite)
  if (after?.decision === 'block') return line('context', `${after.by ?? 'a hook'} objected${because(after.reason)}`)
  if (after !== null && after.value !== null) return line('rewrite', `result rewritten by ${after.by ?? 'a hook'}`)
  if (before !== null && before.context.length > 0) return line('context', 'a hook added context')
  // How it was answered stands right below, where the question was.
  if (question?.answer?.say === 'allow') return { mark: 'ask', tone: 'plain', text: null }
  return null
}

function rewriteText(state: SessionState, { span, args, question, effective }: Known): string | null {
  if (effective === null) return null
  const edited = question?.answer?.say === 'allow' && question.answer.args !== null
  const who = edited ? 'you changed it' : `rewritten by ${rewriters(state, span.id)}`
  return `${who}: ${changes(args, effective)}`
}

/** Whose rewrites took effect: an outcome names only the hook whose decision won, which may be a question. */
function rewriters(state: SessionState, span: SpanId): string {
  const names = (state.verdictsAbout.get(span) ?? [])
    .filter(({ point, verdict }) => point === 'tools.before' && verdict.decision === 'rewrite')
    .filter(({ verdict }) => verdict.mode === 'enforce' && !verdict.lost && !verdict.late)
    .map(({ verdict }) => verdict.hook)
  return names.length === 0 ? 'a hook' : [...new Set(names)].join(' and ')
}

function line(mark: Mark, said: string): Line {
  return { mark, tone: mark, text: said }
}

function denial({ answer }: QuestionState): string {
  if (answer?.say === 'deny') return `you denied it${because(answer.reason)}`
  return answer?.say === 'closed' ? `its question was closed${because(answer.reason)}` : 'refused'
}

/** What a shadow hook would have done to a call. */
const WOULD: Readonly<Partial<Record<Decision, string>>> = {
  block: 'refused it',
  rewrite: 'rewritten it',
  ask: 'asked you',
  answer: 'answered in its place',
}

function shadowLine(state: SessionState, span: SpanId, before: Omit<Outcome, 'verdicts'> | null): string | null {
  if (before === null || before.wouldBe === null || before.wouldBe === before.decision) return null
  const entry = state.verdictsAbout
    .get(span)
    ?.find(({ verdict }) => verdict.mode === 'shadow' && verdict.decision === before.wouldBe)
  const would = WOULD[before.wouldBe] ?? `said ${before.wouldBe}`
  return `${entry?.verdict.hook ?? 'a shadow hook'} would have ${would}${because(entry?.verdict.reason ?? null)}`
}

/** The arguments after hooks and the person, or null where they are as the model gave them. */
function effectiveArgs(
  args: JsonObject | null,
  before: Omit<Outcome, 'verdicts'> | null,
  question: QuestionState | null,
): JsonObject | null {
  const edited = question?.answer?.say === 'allow' ? question.answer.args : null
  const rewritten = before !== null && isObject(before.value) && isObject(before.value.args) ? before.value.args : null
  const effective = edited ?? rewritten
  return effective === null || (args !== null && print(args) === print(effective)) ? null : effective
}

/** `--dry-run added`, `command changed`. */
export function changes(before: JsonObject | null, after: JsonObject | null): string {
  if (before === null || after === null) return 'arguments set'
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => print(before[key] ?? null) !== print(after[key] ?? null),
  )
  const [only] = keys
  if (keys.length !== 1 || only === undefined)
    return keys.length === 0 ? 'nothing changed' : `${keys.join(', ')} changed`
  return insertion(before[only], after[only]) ?? `${only} changed`
}

/** The text that was put in, where nothing else changed and it is short enough to name. */
function insertion(before: Json | undefined, after: Json | undefined): string | null {
  if (before === undefined || typeof before !== 'string' || typeof after !== 'string' || after.length <= before.length)
    return null
  let head = 0
  while (head < before.length && before[head] === after[head]) head += 1
  const rest = before.length - head
  if (before.slice(head) !== after.slice(after.length - rest)) return null
  const added = after.slice(head, after.length - rest).trim()
  return added === '' || added.length > 48 || added.includes('\n') ? null : `\`${added}\` added`
}

function lastOutcome(state: SessionState, span: SpanId, point: string): Omit<Outcome, 'verdicts'> | null {
  return state.outcomesAbout.get(span)?.findLast((entry) => entry.point === point)?.outcome ?? null
}

function lastQuestion(state: SessionState, span: SpanId): QuestionState | null {
  let found: QuestionState | null = null
  for (const question of state.questions.values()) if (question.question.span === span) found = question
  return found
}

function because(reason: string | null): string {
  return reason === null || reason === '' ? '' : `: ${reason}`
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}
