/**
 * Where a turn stands that waited on a person when its process ended: read off the log, so that another process can go on
 * with it. Null where anything of it was running, or where it cannot be told: such a turn was interrupted.
 */
import type { TurnStanding } from '@belay/agent'
import type { Database, TurnRecord } from '@belay/db'
import { ATTR, type Question, type ReplyRow, type Span, type TranscriptRow, type TurnId, turnId } from '@belay/trace'

export interface SuspendedTurn {
  readonly turn: TurnId
  readonly record: TurnRecord
  readonly question: Question
  readonly standing: Omit<TurnStanding, 'answer'>
  /** Steps of the turn so far. */
  readonly steps: number
}

export function findSuspended(db: Database, record: TurnRecord): SuspendedTurn | null {
  if (record.status !== 'waiting') return null
  const open = db.openSpans(record.session).filter((span) => span.turn === record.id)
  const questions = db.openQuestions(record.session).filter((question) => question.turn === record.id)
  const [question] = questions
  const root = open.find((span) => span.kind === 'turn')
  const step = open.find((span) => span.kind === 'step')
  const call = open.find((span) => span.id === question?.span)
  if (question === undefined || questions.length > 1 || root === undefined || step === undefined) return null
  if (open.length !== 3 || call?.status !== 'waiting' || call.kind !== 'tool') return null
  const reply = replyOf(db.rows(record.session), question)
  if (reply === null) return null
  const number = Number(step.attributes[ATTR.step])
  const pending = pendingContext(db, { record, step, reply })
  const standing = { question, reply, step: number, stepSpan: step.id, rootSpan: root.id, pending }
  return { turn: turnId(record.id), record, question, standing, steps: number }
}

/** The one that a session has, or null. */
export function findSuspendedIn(db: Database, session: string): SuspendedTurn | null {
  const unfinished = db.unfinishedTurns().find((turn) => turn.session === session)
  return unfinished === undefined ? null : findSuspended(db, unfinished)
}

function replyOf(rows: readonly TranscriptRow[], question: Question): ReplyRow | null {
  const found = rows.findLast((row) => row.kind === 'reply' && row.calls.some((call) => call.id === question.call.id))
  return found?.kind === 'reply' ? found : null
}

interface StepFacts {
  readonly record: TurnRecord
  readonly step: Span
  readonly reply: ReplyRow
}

/** What hooks said about the step and its calls since its request was built, and which no model has read yet. */
function pendingContext(db: Database, { record, step, reply }: StepFacts): TurnStanding['pending'] {
  const orders = new Map<string, number>([[step.id, 0]])
  for (const span of db.spansOfTurn(record.session, record.id)) {
    const index = reply.calls.findIndex((call) => call.id === span.attributes[ATTR.toolCallId])
    if (index >= 0) orders.set(span.id, index + 1)
  }
  return db.verdictsAfter(record.session, { turn: record.id, at: reply.at }).flatMap(({ about, verdict }) => {
    const order = about === null ? undefined : orders.get(about)
    if (order === undefined || verdict.mode !== 'enforce' || verdict.late) return []
    return verdict.context.map((text) => ({ text, from: verdict.hook, order }))
  })
}
