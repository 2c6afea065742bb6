/**
 * Closes a turn that nobody will go on with: its process died, or it was forked off in the middle. Promises: no call runs again,
 * and each has a result; an input that no guard has passed is never sent; every span of the turn has an end; the transcript only
 * grows.
 */
import type { TurnEnd } from '@belay/agent'
import type { Database, TurnRecord } from '@belay/db'
import {
  ATTR,
  type CallRecord,
  type InputRow,
  type NewRow,
  type Span,
  type SpanStatus,
  type TraceEventBody,
  type TranscriptRow,
  turnId,
} from '@belay/trace'
import type { SessionLog } from '../log/session-log'

/** How it came to its end, for the record. */
export interface Ending {
  readonly end: TurnEnd
  /** Epoch milliseconds up to which anything is known of it. */
  readonly at: number
  /** Why its questions are closed. */
  readonly closed: string
  /** What the model reads of a call that had started, and of one that had not. */
  readonly started: string
  readonly notStarted: string
  /** Of a call's span that had started, and of the spans around it. */
  readonly status: { readonly started: SpanStatus; readonly around: SpanStatus }
}

export const UNJUDGED =
  '(A message was not judged by the hooks at guard.onInput, since its turn ended before. It is not shown.)'

export function closeTurn(db: Database, log: Pick<SessionLog, 'emit' | 'commit'>, turn: TurnRecord, how: Ending): void {
  const rows = db.rows(turn.session).filter((row) => row.turn === turn.id)
  const open = db.openSpans(turn.session).filter((span) => span.turn === turn.id)
  for (const question of db.openQuestions(turn.session).filter((one) => one.turn === turn.id))
    log.emit({ type: 'question.closed', id: question.id, answer: { say: 'closed', reason: how.closed } })
  for (const row of [...setAside(db, turn, rows), ...lostResults(rows, turn, { open, how })]) log.commit(row)
  for (const span of innermostFirst(open)) log.emit(endOf(span, how))
  log.emit({ type: 'turn.ended', turn: turnId(turn.id), ...how.end, endedAt: Math.max(turn.startedAt, how.at) })
}

/** A sentence in the place of the input that a guard may still have rejected or rewritten. */
function setAside(db: Database, turn: TurnRecord, rows: readonly TranscriptRow[]): readonly NewRow[] {
  const input = unjudgedInput(db, turn, rows)
  if (input === null) return []
  const facts = { turn: turnId(turn.id), replaces: input.id } as const
  return [{ kind: 'input', ...facts, text: UNJUDGED, origin: 'loop', from: null }]
}

/** Inputs are judged one after another, so it can only be the last. */
function unjudgedInput(db: Database, turn: TurnRecord, rows: readonly TranscriptRow[]): InputRow | null {
  const hooks = db.composition(turn.composition)?.hooks ?? []
  if (!hooks.some((hook) => hook.mode === 'enforce' && hook.points.includes('guard.onInput'))) return null
  const input = rows.findLast((row): row is InputRow => row.kind === 'input' && row.replaces === null && isJudged(row))
  if (input === undefined) return null
  const passedOver = rows.some((row) => row.replaces === input.id || (row.kind === 'reply' && row.id > input.id))
  return passedOver || passed(db, turn, input) ? null : input
}

function isJudged({ origin }: InputRow): boolean {
  return origin !== 'hook' && origin !== 'reminder' && origin !== 'loop'
}

function passed(db: Database, turn: TurnRecord, input: InputRow): boolean {
  const said = db
    .outcomes(turn.session, turn.id)
    .findLast((event) => event.point === 'guard.onInput' && event.at >= input.at)
  return said !== undefined && said.outcome.decision !== 'block' && said.outcome.decision !== 'rewrite'
}

/** Results for the calls of the turn that have none: every call must have one in the next request. */
function lostResults(
  rows: readonly TranscriptRow[],
  turn: TurnRecord,
  { open, how }: { readonly open: readonly Span[]; readonly how: Ending },
): readonly NewRow[] {
  const answered = new Set(rows.flatMap((row) => (row.kind === 'result' ? [row.call] : [])))
  const calls = rows.flatMap((row) => (row.kind === 'reply' ? row.calls : []))
  return calls
    .filter((call) => !answered.has(call.id))
    .map(({ id, name }) => ({
      kind: 'result',
      turn: turnId(turn.id),
      replaces: null,
      call: id,
      name,
      content: open.some((span) => isOf(span, id) && hadStarted(span)) ? how.started : how.notStarted,
      isError: true,
    }))
}

function isOf(span: Span, call: CallRecord['id']): boolean {
  return span.attributes[ATTR.toolCallId] === call && isCall(span)
}

function isCall({ kind }: Span): boolean {
  return kind === 'tool' || kind === 'inner'
}

function hadStarted({ attributes }: Span): boolean {
  return attributes[ATTR.toolStarted] !== undefined
}

/** The latest started first: a child never outlives its parent. */
function innermostFirst(spans: readonly Span[]): readonly Span[] {
  return [...spans].sort((a, b) => b.start - a.start)
}

function endOf(span: Span, { at, status }: Ending): TraceEventBody {
  const started = hadStarted(span) ? status.started : 'not_run'
  return {
    type: 'span.ended',
    id: span.id,
    end: Math.max(span.start, at),
    status: isCall(span) ? started : status.around,
    attributes: {},
  }
}
