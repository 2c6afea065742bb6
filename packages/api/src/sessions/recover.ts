/**
 * Closes what a process that died left open. Promises: no call runs again; a call that had started has the result "unknown
 * outcome", one that had not says that it did not run; every span of the turn has an end; the transcript only grows.
 */
import type { TurnEnd } from '@belay/agent'
import type { Database, TurnRecord } from '@belay/db'
import {
  ATTR,
  type CallRecord,
  type NewRow,
  type Span,
  type SpanStatus,
  sessionId,
  type TraceEventBody,
  type TranscriptRow,
  turnId,
} from '@belay/trace'
import type { SessionLog } from '../log/session-log'
import { findSuspended } from './standing'

export const UNKNOWN_OUTCOME =
  'unknown outcome: Belay stopped while this call was running. It was not run again; look at what it did before you repeat it.'
export const NOT_RUN = 'not run: Belay stopped before this call began.'
const REASON = 'Belay stopped in the middle of this turn. What was committed is kept; nothing was run again.'
export const INTERRUPTED: TurnEnd = { status: 'interrupted', code: null, reason: REASON, answer: null }

export interface Recovery {
  readonly db: Database
  readonly log: (session: ReturnType<typeof sessionId>) => SessionLog
}

/** The turns that were closed. One that only waited on a person is left to wait on. */
export function recoverTurns({ db, log }: Recovery): readonly TurnRecord[] {
  const turns = db.unfinishedTurns().filter((turn) => findSuspended(db, turn) === null)
  for (const turn of turns) closeTurn(db, log(sessionId(turn.session)), turn)
  return turns
}

function closeTurn(db: Database, log: SessionLog, turn: TurnRecord): void {
  const diedAt = db.session(turn.session)?.updatedAt ?? turn.startedAt
  const open = db.openSpans(turn.session).filter((span) => span.turn === turn.id)
  for (const question of db.openQuestions(turn.session).filter((one) => one.turn === turn.id))
    log.emit({ type: 'question.closed', id: question.id, answer: { say: 'closed', reason: 'Belay stopped' } })
  for (const row of lostResults(db.rows(turn.session), turn, open)) log.commit(row)
  for (const span of innermostFirst(open)) log.emit(endOf(span, diedAt))
  log.emit({ type: 'turn.ended', turn: turnId(turn.id), ...INTERRUPTED, endedAt: Math.max(turn.startedAt, diedAt) })
  log.flush()
}

/** Results for the calls of the turn that have none: every call must have one in the next request. */
function lostResults(rows: readonly TranscriptRow[], turn: TurnRecord, open: readonly Span[]): readonly NewRow[] {
  const own = rows.filter((row) => row.turn === turn.id)
  const answered = new Set(own.flatMap((row) => (row.kind === 'result' ? [row.call] : [])))
  const calls = own.flatMap((row) => (row.kind === 'reply' ? row.calls : []))
  return calls.filter((call) => !answered.has(call.id)).map((call) => lostResult(call, turn, started(call, open)))
}

function lostResult({ id, name }: CallRecord, turn: TurnRecord, hadStarted: boolean): NewRow {
  const content = hadStarted ? UNKNOWN_OUTCOME : NOT_RUN
  return { kind: 'result', turn: turnId(turn.id), replaces: null, call: id, name, content, isError: true }
}

function started(call: CallRecord, open: readonly Span[]): boolean {
  return open.some((span) => span.attributes[ATTR.toolCallId] === call.id && statusAfter(span) === 'unknown')
}

/** The latest started first: a child never outlives its parent. */
function innermostFirst(spans: readonly Span[]): readonly Span[] {
  return [...spans].sort((a, b) => b.start - a.start)
}

function endOf(span: Span, diedAt: number): TraceEventBody {
  return {
    type: 'span.ended',
    id: span.id,
    end: Math.max(span.start, diedAt),
    status: statusAfter(span),
    attributes: {},
  }
}

function statusAfter(span: Span): SpanStatus {
  if (span.kind !== 'tool' && span.kind !== 'inner') return 'interrupted'
  return span.attributes[ATTR.toolStarted] === undefined ? 'not_run' : 'unknown'
}
