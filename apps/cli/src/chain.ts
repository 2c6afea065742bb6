/**
 * Why a call went as it did: the call as the model asked for it, every hook that was asked before and after it with what it
 * changed, every hook that was not asked and why, the question, and what came of it. Pure: state and details come in.
 */
import type {
  Answer,
  Json,
  Outcome,
  PointId,
  Question,
  QuestionState,
  SessionId,
  SessionState,
  Span,
  SpanDetail,
  SpanId,
  SpanStatus,
  TurnId,
  Verdict,
  VerdictEntry,
} from '@belay/trace'
import { type Change, changesBetween } from './changes'

export interface ChainHook {
  readonly verdict: Verdict
  /** The subject as this hook saw it, and as it went on; null where the record does not hold them. */
  readonly handed: Json
  readonly after: Json
  readonly changes: readonly Change[]
}

export interface ChainPoint {
  readonly point: PointId
  readonly asked: readonly ChainHook[]
  readonly notAsked: readonly Verdict[]
  readonly outcome: Omit<Outcome, 'verdicts'> | null
}

export interface ChainQuestion {
  readonly question: Question
  readonly answer: Answer | null
  /** What the person changed about the arguments. */
  readonly changes: readonly Change[]
}

export interface Chain {
  readonly session: SessionId
  /** The turn's number, from 1. */
  readonly turn: number | null
  readonly call: { readonly id: string; readonly name: string; readonly args: Json }
  readonly points: readonly ChainPoint[]
  readonly questions: readonly ChainQuestion[]
  readonly status: SpanStatus
  readonly durationMs: number | null
  readonly result: { readonly content: string; readonly isError: boolean } | null
}

/** The details that were kept, by the hook's or the call's span. */
export type Details = ReadonlyMap<SpanId, SpanDetail>

const CALL_ID = 'gen_ai.tool.call.id'
const aroundACall: readonly PointId[] = ['tools.before', 'tools.after']

/** The span of a call, named by the call's id or by the span's. */
export function callSpan(state: SessionState, named: string): Span | null {
  for (const span of state.spans.values()) {
    const isCall = span.kind === 'tool' || span.kind === 'inner'
    if (isCall && (span.id === named || span.attributes[CALL_ID] === named)) return span
  }
  return null
}

/** The ids of the last calls, of one turn or of all, for a person who named one that is not there. */
export function lastCalls(
  state: SessionState,
  { turn, most }: { readonly turn: TurnId | null; readonly most: number },
): readonly string[] {
  const ids = [...state.spans.values()].flatMap((span) => {
    const id = span.attributes[CALL_ID]
    return typeof id === 'string' && (turn === null || span.turn === turn) ? [`${id} (${span.name})`] : []
  })
  return ids.slice(-most)
}

/** Spans of the hooks that were asked about this one. */
export function hookSpans(state: SessionState, about: SpanId): readonly SpanId[] {
  return (state.verdictsAbout.get(about) ?? []).flatMap(({ span }) => (span === null ? [] : [span]))
}

export function chainOf(state: SessionState, span: Span, details: Details): Chain {
  const id = String(span.attributes[CALL_ID] ?? span.id)
  return {
    session: state.session?.id ?? ('' as SessionId),
    turn: span.turn === null ? null : (state.turnById.get(span.turn)?.number ?? null),
    call: originalCall(state, id, span),
    points: aroundACall.flatMap((point) => pointOf(state, span.id, { point, details })),
    questions: [...state.questions.values()].filter(({ question }) => question.span === span.id).map(withChanges),
    status: span.status,
    durationMs: span.end === null ? null : span.end - span.start,
    result: resultOf(state, id),
  }
}

function withChanges({ question, answer }: QuestionState): ChainQuestion {
  const edited = answer?.say === 'allow' ? answer.args : null
  return { question, answer, changes: edited === null ? [] : changesBetween(question.call.args, edited) }
}

function originalCall(state: SessionState, id: string, span: Span): Chain['call'] {
  for (const row of state.rows) {
    const call = row.kind === 'reply' ? row.calls.find((one) => one.id === id) : undefined
    if (call !== undefined) return { id, name: call.name, args: call.args ?? call.raw }
  }
  return { id, name: span.name, args: null }
}

function resultOf(state: SessionState, id: string): Chain['result'] {
  const row = state.rows.findLast((one) => one.kind === 'result' && one.call === id)
  return row?.kind === 'result' ? { content: row.content, isError: row.isError } : null
}

interface PointPlace {
  readonly point: PointId
  readonly details: Details
}

function pointOf(state: SessionState, about: SpanId, { point, details }: PointPlace): readonly ChainPoint[] {
  const entries = (state.verdictsAbout.get(about) ?? []).filter((entry) => entry.point === point)
  const outcome = (state.outcomesAbout.get(about) ?? []).findLast((entry) => entry.point === point)?.outcome ?? null
  if (entries.length === 0 && outcome === null) return []
  const asked = entries.filter(({ verdict }) => verdict.notAsked === null)
  const notAsked = entries.flatMap(({ verdict }) => (verdict.notAsked === null ? [] : [verdict]))
  return [{ point, asked: asked.map((entry) => hookOf(entry, details)), notAsked, outcome }]
}

function hookOf({ verdict, span }: VerdictEntry, details: Details): ChainHook {
  const detail: SpanDetail = (span === null ? undefined : details.get(span)) ?? {}
  const { handed = null, after = null } = detail
  return { verdict, handed, after, changes: handed === null || after === null ? [] : changesBetween(handed, after) }
}
