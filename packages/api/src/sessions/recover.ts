/**
 * Closes what a process that died left open. Promises: no call runs again; a call that had started has the result "unknown
 * outcome", one that had not says that it did not run; every span of the turn has an end; the transcript only grows.
 */
import type { TurnEnd } from '@belay/agent'
import type { Database, TurnRecord } from '@belay/db'
import { sessionId } from '@belay/trace'
import type { SessionLog } from '../log/session-log'
import { closeTurn } from './close-turn'
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
  for (const turn of turns) interrupt(db, log(sessionId(turn.session)), turn)
  return turns
}

/** One that the person stops, and that nobody runs. */
export function closeStopped(db: Database, log: SessionLog, turn: TurnRecord): void {
  closeTurn(db, log, turn, {
    end: { status: 'stopped', code: null, reason: 'Stopped by the person. Nothing ran any more.', answer: null },
    at: db.session(turn.session)?.updatedAt ?? turn.startedAt,
    closed: 'the turn was stopped',
    started: UNKNOWN_OUTCOME,
    notStarted: NOT_RUN,
    status: { started: 'unknown', around: 'stopped' },
  })
  log.flush()
}

function interrupt(db: Database, log: SessionLog, turn: TurnRecord): void {
  closeTurn(db, log, turn, {
    end: INTERRUPTED,
    at: db.session(turn.session)?.updatedAt ?? turn.startedAt,
    closed: 'Belay stopped',
    started: UNKNOWN_OUTCOME,
    notStarted: NOT_RUN,
    status: { started: 'unknown', around: 'interrupted' },
  })
  log.flush()
}
