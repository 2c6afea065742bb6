/** Whether a session is there, in one sentence where it is not. */
import type { Database, SessionRecord } from '@belay/db'
import type { SessionId } from '@belay/trace'
import { OperationError } from '../operations'

export function noSuchSession(id: SessionId): OperationError {
  return new OperationError('not_found', `There is no session ${id}. \`belay sessions\` lists all.`)
}

/** Throws where it is not there, or deleted. */
export function existingRecord(db: Pick<Database, 'session'>, id: SessionId): SessionRecord {
  const record = db.session(id)
  if (record === null) throw noSuchSession(id)
  if (record.deletedAt === null) return record
  throw new OperationError(
    'not_found',
    `Session ${id} was deleted. It can be restored for 30 days: \`belay sessions restore ${id}\`, or on the page of sessions.`,
  )
}
