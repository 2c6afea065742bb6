/**
 * One call's way through its hooks: who was asked in which order, what each made of it, and how far it came. Only what the
 * record of the session shows so far: of a turn that is walked through, up to there.
 */
import {
  ATTR,
  isPointId,
  type Json,
  type OutcomeEntry,
  type PointId,
  type SessionState,
  type Span,
  type SpanId,
  type Verdict,
  type VerdictEntry,
} from '@belay/trace'
import { type MarkSign, markOfOutcome, markOfVerdict } from '../mark'
import { changedWords } from './changed-words'
import type { RailStop } from './line-order'
import { saidWords } from './said-words'

export interface ChainStep {
  /** Of the hook's card. */
  readonly key: string
  readonly point: PointId
  readonly span: SpanId | null
  readonly sign: MarkSign
  /** What it changed, or else said, in a few words. */
  readonly words: string
  /** The value that goes on is another than the one that came. */
  readonly changed: boolean
}

export interface CallChain {
  readonly about: SpanId
  /** `run · node test.mjs` */
  readonly title: string
  /** Each asking of each hook, in order. */
  readonly steps: readonly ChainStep[]
  /** Where on the rail the call has been, in order; the last is where it ended, or is. */
  readonly stops: readonly RailStop[]
  /** Which of its points stopped it, or null. */
  readonly stoppedAt: PointId | null
}

/** `span`: the call, or one of the hooks that were asked about it. Null for what hooks are not asked about, and where none was. */
export function callChain(state: SessionState, span: SpanId): CallChain | null {
  const call = calledBy(state, span)
  if (call === null) return null
  const entries = aboutCall(call, state.verdictsAbout).filter(({ verdict }) => verdict.status !== 'not_asked')
  const outcomes = aboutCall(call, state.outcomesAbout)
  if (entries.length === 0) return null
  const steps = stepsOf(entries, originalOf(state, call))
  const stopped = outcomes.find(({ outcome, point }) => stops(outcome, point))
  return {
    about: call.id,
    title: titleOf(call),
    steps,
    stops: stopsOf(call, [...entries, ...outcomes]),
    stoppedAt: stopped?.point ?? null,
  }
}

/** What a hook was asked about, of its own span. */
function calledBy({ spans }: SessionState, id: SpanId): Span | null {
  const span = spans.get(id)
  if (span?.kind !== 'hook') return span ?? null
  return (span.parent === null ? null : spans.get(span.parent)) ?? null
}

/** The points of a step that lead to its model call belong to the way of that call. */
const LEADS_TO_MODEL: readonly PointId[] = ['memory.keep', 'context.build', 'model.choose']

interface About {
  readonly seq: number
  readonly point: PointId
}

function aboutCall<T extends About>(call: Span, about: ReadonlyMap<SpanId, readonly T[]>): readonly T[] {
  const own = about.get(call.id) ?? []
  if (call.kind !== 'model' || call.parent === null) return own
  const leading = (about.get(call.parent) ?? []).filter(({ point }) => LEADS_TO_MODEL.includes(point))
  return [...leading, ...own].sort((a, b) => a.seq - b.seq)
}

function stepsOf(entries: readonly VerdictEntry[], original: Json): readonly ChainStep[] {
  let point: PointId | null = null
  let value: Json = original
  return entries.map((entry) => {
    // Each point has a value of its own: the call, its result.
    if (entry.point !== point) value = point === null && entry.point === 'tools.before' ? original : null
    point = entry.point
    const took = takes(entry.verdict)
    const change = took && value !== null ? changedWords(value, entry.verdict.value) : null
    if (took) value = entry.verdict.value
    return {
      key: `${entry.point} ${entry.verdict.hookId}`,
      point: entry.point,
      span: entry.span,
      sign: markOfVerdict(entry.verdict),
      words: change ?? saidWords(entry.verdict, entry.point),
      changed: took,
    }
  })
}

function takes({ mode, decision, lost, late }: Verdict): boolean {
  return mode === 'enforce' && decision === 'rewrite' && !lost && !late
}

/** The call as the model asked for it, where the record has it. */
function originalOf({ rows }: SessionState, call: Span): Json {
  const id = call.attributes[ATTR.toolCallId]
  if (typeof id !== 'string') return null
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at]
    const record = row?.kind === 'reply' ? row.calls.find((one) => one.id === id) : undefined
    if (record !== undefined) return record.args === null ? null : { name: record.name, args: record.args }
  }
  return null
}

function titleOf({ kind, name, attributes }: Span): string {
  if (kind === 'turn') return 'the message'
  if (kind === 'step') return `step ${name}`
  const subject = attributes[ATTR.toolSubject]
  return typeof subject === 'string' && subject !== '' ? `${name} · ${subject}` : name
}

/** A block behind a call that ran is told to the model and stops nothing. */
function stops(outcome: OutcomeEntry['outcome'], point: PointId): boolean {
  if (point === 'tools.after') return outcome.halt !== null
  const mark = markOfOutcome(outcome)
  return mark === 'block' || mark === 'halt'
}

function stopsOf(call: Span, asked: readonly About[]): readonly RailStop[] {
  const points = [...new Set([...asked].sort((a, b) => a.seq - b.seq).map(({ point }) => point))].filter(isPointId)
  const pill = pillOf(call)
  if (pill === null) return points
  const behind = points.findIndex((point) => BEHIND.includes(point))
  return behind < 0 ? [...points, pill] : [...points.slice(0, behind), pill, ...points.slice(behind)]
}

/** Points that are asked once the work itself was done. */
const BEHIND: readonly PointId[] = ['tools.after', 'errors.on']

/** Where the work itself was done, if it came to that. */
function pillOf({ kind, attributes }: Span): RailStop | null {
  if (kind === 'model') return 'model'
  const ran = (kind === 'tool' || kind === 'inner') && attributes[ATTR.toolStarted] !== undefined
  return ran ? 'tool' : null
}
