/**
 * Sees to it that whatever is put back is on record. Promises: before the first file is touched it is written down what is to
 * be done, and it stays so until the event says what became of it; where no file changed there is no event.
 */
import type { Database } from '@belay/db'
import type { PutBackFile, SessionId, TurnId } from '@belay/trace'
import type { PutBackDone } from '../contract/files'
import type { Sessions } from '../sessions/sessions'

export interface RecordParts {
  readonly db: Pick<Database, 'beginPutBack' | 'endPutBack' | 'eventsAfter'>
  readonly sessions: Pick<Sessions, 'record' | 'runner'>
}

export interface Intent {
  readonly session: SessionId
  readonly number: number
  readonly turns: readonly TurnId[]
  readonly undo: boolean
  readonly files: readonly { readonly path: string; readonly to: string | null }[]
}

export async function onRecord(
  parts: RecordParts,
  intent: Intent,
  change: () => Promise<readonly PutBackFile[]>,
): Promise<PutBackDone> {
  const { db, sessions } = parts
  sessions.runner(intent.session).log.flush()
  db.beginPutBack({ ...intent, seq: sessions.record(intent.session).seq })
  const done = record(parts, intent, await change())
  db.endPutBack(intent.session)
  return done
}

/** The log's own copy, with its number and time. */
export function record(
  { db, sessions }: RecordParts,
  { session, turns, undo }: Pick<Intent, 'session' | 'turns' | 'undo'>,
  files: readonly PutBackFile[],
): PutBackDone {
  const body = { type: 'files.put_back', turns, files, ...(undo ? { undo } : {}) } as const
  const { log } = sessions.runner(session)
  log.flush()
  const { seq, updatedAt } = sessions.record(session)
  if (files.every(({ result }) => result === 'kept')) return { ...body, session, seq, at: updatedAt, recorded: false }
  log.emit(body)
  const [event] = db.eventsAfter(session, seq, 1)
  if (event?.type !== 'files.put_back') throw new Error('the log did not take the event of a putting back')
  return { ...event, recorded: true }
}
