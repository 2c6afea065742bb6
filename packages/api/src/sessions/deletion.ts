/**
 * Deletion that can be taken back. Promises: nothing of a deleted session runs; it can be restored with all that it had until it is
 * purged; what its agents started goes and comes with it.
 */
import type { Database, SessionRecord } from '@belay/db'
import { type Clock, type SessionId, sessionId } from '@belay/trace'
import { WORK_OWNER } from '../extensions/kept-values'
import type { EventBus } from '../log/event-bus'
import { OperationError } from '../operations'
import { TOUR_WAS_HERE } from '../tour/tour'
import { noSuchSession } from './existing'
import type { Sessions } from './sessions'
import { stopWithChildren } from './stop-with-children'

export interface DeletionParts {
  readonly db: Database
  readonly bus: EventBus
  readonly clock: Clock
  readonly sessions: Sessions
}

/** A person who misses something looks for it within a month. */
export const KEPT_MS = 30 * 24 * 3_600_000

export async function deleteSession(parts: DeletionParts, id: SessionId): Promise<void> {
  const { db, clock, sessions } = parts
  sessions.record(id)
  const there = () => db.family(id).filter((one) => one.deletedAt === null)
  // What was sent while it was being stopped is stopped too.
  do {
    await stopWithChildren({ db, sessions }, id)
    await sessions.end(
      there().map((one) => one.id),
      'deleted',
    )
  } while (there().some((one) => sessions.runner(sessionId(one.id)).running() !== null))
  const family = there()
  mark(parts, family, clock.now())
}

/** With those of its family that went in the same go. */
export function restoreSession(parts: DeletionParts, id: SessionId): void {
  const { db } = parts
  const record = deletedRecord(db, id, 'It is not deleted, so there is nothing to restore')
  const parent = record.parent === null ? null : db.session(record.parent)
  if (parent !== null && parent.deletedAt !== null)
    throw new OperationError(
      'conflict',
      `Session ${id} belongs to ${parent.title} (${parent.id}), which is deleted. Restore that one; this one comes with it.`,
    )
  const together = db.family(id).filter((one) => one.deletedAt === record.deletedAt)
  mark(parts, together, null)
}

export function purgeSession({ db, bus, sessions }: DeletionParts, id: SessionId): void {
  deletedRecord(db, id, 'Only a deleted session can be removed for good. Delete it first')
  const family = db.family(id).map((one) => sessionId(one.id))
  for (const one of family) sessions.forget(one)
  remove(db, id)
  for (const one of family) bus.touch(one)
}

/** Those that were deleted long ago; how many families. */
export function purgeOld({ db, clock }: Pick<DeletionParts, 'db' | 'clock'>): number {
  const old = db.deletedBefore(clock.now() - KEPT_MS).filter((id) => db.session(id) !== null)
  const roots = old.filter((id) => !old.includes(db.session(id)?.parent ?? ''))
  for (const id of roots) remove(db, id)
  return roots.length
}

function remove(db: Database, id: string): void {
  if (db.family(id).some((one) => one.tour)) db.setSetting(TOUR_WAS_HERE, true)
  for (const one of db.family(id)) db.removeHookValue(WORK_OWNER, one.id)
  db.removeSession(id)
}

function mark({ db, bus }: DeletionParts, family: readonly SessionRecord[], deletedAt: number | null): void {
  db.markSessions(
    family.map((one) => one.id),
    { deletedAt },
  )
  for (const one of family) bus.touch(sessionId(one.id))
}

function deletedRecord(db: Database, id: SessionId, otherwise: string): SessionRecord {
  const record = db.session(id)
  if (record === null) throw noSuchSession(id)
  if (record.deletedAt === null) throw new OperationError('conflict', `${otherwise}: ${record.title} (${id}).`)
  return record
}
