/**
 * The chain of a span: what was asked of whom, in order, and what came of it. Everything here is read off the log;
 * payloads that the log does not carry are named by `Change.span`, for the page to fetch.
 */

import { type Mark, markOfOutcome } from '@belay/canvas'
import {
  ATTR,
  type CallRecord,
  type Json,
  type NotAskedReason,
  type OutcomeEntry,
  type PointId,
  type QuestionState,
  type ResultRow,
  type SessionState,
  type Span,
  type SpanId,
  type VerdictEntry,
} from '@belay/trace'
import { firstLine } from '../format'
import { lastQuestion } from './call-outcome'
import { verdictMark } from './mark'
import { describeVerdict } from './sentences'

/** A rewrite: both sides where the log says them, else the hook's span, whose detail holds them. */
export type Change =
  | { readonly kind: 'known'; readonly before: Json; readonly after: Json }
  | { readonly kind: 'fetch'; readonly span: SpanId; readonly value: Json; readonly took: boolean }

export interface VerdictStep {
  readonly kind: 'verdict'
  readonly key: string
  readonly entry: VerdictEntry
  readonly mark: Mark
  readonly text: string
  readonly change: Change | null
}

export type ChainStep =
  | VerdictStep
  | { readonly kind: 'question'; readonly key: string; readonly question: QuestionState }
  | { readonly kind: 'outcome'; readonly key: string; readonly entry: OutcomeEntry; readonly mark: Mark }

export interface NotAsked {
  readonly key: string
  readonly hook: string
  readonly reason: NotAskedReason | null
  readonly message: string | null
}

/** One asking of one point. */
export interface ChainPart {
  readonly key: string
  readonly point: PointId
  readonly steps: readonly ChainStep[]
  readonly notAsked: readonly NotAsked[]
}

export interface Chain {
  readonly about: Span
  /** The call as the model made it, for a tool call. */
  readonly call: CallRecord | null
  readonly result: ResultRow | null
  readonly parts: readonly ChainPart[]
  /** What permission, or the person whom it asked, said of a call; null where a question of a part above says it. */
  readonly permission: PermissionSaid | null
}

export type PermissionSaid =
  | { readonly kind: 'question'; readonly question: QuestionState }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'allowed' }

export function chainOf(state: SessionState, about: Span): Chain {
  const call = callOf(state, about)
  const parts = partsOf(state, about).map((part) => readPart(state, { about, call, ...part }))
  const result = resultOf(state, about)
  return { about, call, result, parts, permission: permissionOf(state, { about, result, parts }) }
}

function permissionOf(
  state: SessionState,
  { about, result, parts }: Pick<Chain, 'about' | 'result' | 'parts'>,
): PermissionSaid | null {
  if (about.kind !== 'tool' && about.kind !== 'inner') return null
  if (parts.some(({ steps }) => steps.some(({ kind }) => kind === 'question'))) return null
  const question = lastQuestion(state, about.id)
  if (question !== null) return { kind: 'question', question }
  const before = state.outcomesAbout.get(about.id)?.findLast(({ point }) => point === 'tools.before')?.outcome
  // Whoever decided there took it out of the hands of permission, or let it skip the question.
  if (before?.halt != null || ['block', 'answer', 'allow'].includes(before?.decision ?? 'pass')) return null
  if (about.status === 'refused') return { kind: 'refused', text: firstLine(result?.content ?? '') }
  return about.attributes[ATTR.toolStarted] === undefined ? null : { kind: 'allowed' }
}

/** The span that the chain of any span is about: a hook's is the one it was asked about. */
export function aboutOf(state: SessionState, span: Span): Span {
  if (span.kind !== 'hook') return span
  const told = span.attributes[ATTR.hookAbout]
  const parent = typeof told === 'string' ? told : span.parent
  return [...state.spans.values()].find(({ id }) => id === parent) ?? span
}

interface RawPart {
  readonly point: PointId
  readonly verdicts: readonly VerdictEntry[]
  readonly outcome: OutcomeEntry | null
}

/** Verdicts up to an outcome at the same point are one asking; what follows the last outcome is still being asked. */
function partsOf(state: SessionState, about: Span): readonly RawPart[] {
  const verdicts = state.verdictsAbout.get(about.id) ?? []
  const outcomes = state.outcomesAbout.get(about.id) ?? []
  const parts: RawPart[] = []
  const placed = new Set<VerdictEntry>()
  for (const outcome of outcomes) {
    const own = verdicts.filter(
      (entry) => entry.point === outcome.point && !placed.has(entry) && entry.seq < outcome.seq,
    )
    for (const entry of own) placed.add(entry)
    parts.push({ point: outcome.point, verdicts: own, outcome })
  }
  for (const entry of verdicts) {
    if (placed.has(entry)) continue
    placeLate(parts, entry)
  }
  return parts
}

/** A late verdict joins the last asking of its point; one before any outcome opens a part of its own. */
function placeLate(parts: RawPart[], entry: VerdictEntry): void {
  const at = parts.findLastIndex((part) => part.point === entry.point && (entry.verdict.late || part.outcome === null))
  const part = parts[at]
  if (part === undefined) parts.push({ point: entry.point, verdicts: [entry], outcome: null })
  else parts[at] = { ...part, verdicts: [...part.verdicts, entry] }
}

interface PartContext extends RawPart {
  readonly about: Span
  readonly call: CallRecord | null
}

function readPart(state: SessionState, part: PartContext): ChainPart {
  const asked = part.verdicts.filter(({ verdict }) => verdict.status !== 'not_asked')
  const steps: ChainStep[] = verdictSteps(part, asked)
  if (part.outcome !== null && tellsSomething(part.outcome)) {
    steps.push({
      kind: 'outcome',
      key: `outcome-${part.outcome.seq}`,
      entry: part.outcome,
      mark: markOfOutcome(part.outcome.outcome),
    })
  }
  const question = part.point === 'tools.before' ? lastQuestion(state, part.about.id) : null
  if (question !== null) steps.push({ kind: 'question', key: `question-${question.question.id}`, question })
  const notAsked = part.verdicts.filter(({ verdict }) => verdict.status === 'not_asked').map(notAskedLine)
  return { key: `${part.point}-${part.verdicts[0]?.seq ?? part.outcome?.seq ?? 0}`, point: part.point, steps, notAsked }
}

/** An asking that came to nothing needs no line of its own. */
function tellsSomething({ outcome }: OutcomeEntry): boolean {
  const { decision, context, notes, halt, wouldBe } = outcome
  return decision !== 'pass' || context.length + notes.length > 0 || halt !== null || wouldBe !== null
}

function verdictSteps({ call, point }: PartContext, asked: readonly VerdictEntry[]): ChainStep[] {
  let current: Json = point === 'tools.before' && call?.args != null ? { name: call.name, args: call.args } : null
  return asked.map((entry): VerdictStep => {
    const change = changeOf(entry, current)
    if (change?.kind === 'known' && takesEffect(entry)) current = change.after
    return {
      kind: 'verdict',
      key: `verdict-${entry.seq}`,
      entry,
      mark: verdictMark(entry.verdict),
      text: describeVerdict(entry.verdict),
      change,
    }
  })
}

function changeOf(entry: VerdictEntry, current: Json): Change | null {
  const { verdict, span } = entry
  if (verdict.status !== 'answered' || verdict.decision !== 'rewrite') return null
  if (current !== null) return { kind: 'known', before: current, after: verdict.value }
  return span === null ? null : { kind: 'fetch', span, value: verdict.value, took: takesEffect(entry) }
}

function takesEffect({ verdict }: VerdictEntry): boolean {
  return verdict.mode === 'enforce' && !verdict.lost && !verdict.late
}

function notAskedLine({ seq, verdict }: VerdictEntry): NotAsked {
  return {
    key: `not-asked-${seq}`,
    hook: verdict.hook,
    reason: verdict.notAsked,
    message: verdict.error?.message ?? verdict.reason,
  }
}

function callOf(state: SessionState, about: Span): CallRecord | null {
  const id = about.attributes[ATTR.toolCallId]
  if (typeof id !== 'string') return null
  for (let at = state.rows.length - 1; at >= 0; at -= 1) {
    const row = state.rows[at]
    const call = row?.kind === 'reply' ? row.calls.find((candidate) => candidate.id === id) : undefined
    if (call !== undefined) return call
  }
  return null
}

function resultOf(state: SessionState, about: Span): ResultRow | null {
  const id = about.attributes[ATTR.toolCallId]
  const row = state.rows.findLast((candidate) => candidate.kind === 'result' && candidate.call === id)
  return row?.kind === 'result' ? row : null
}
