/** Stops a session and those that its agents started. Children first, so that no answer of theirs wakes what is being stopped. */
import type { Database } from '@belay/db'
import { type SessionId, sessionId } from '@belay/trace'
import type { Sessions } from './sessions'

export async function stopWithChildren(db: Database, sessions: Sessions, id: SessionId): Promise<boolean> {
  const children = db
    .children(id)
    .filter((child) => child.deletedAt === null && (child.status === 'running' || child.status === 'waiting'))
  const stopped = await Promise.all(children.map((child) => stopWithChildren(db, sessions, sessionId(child.id))))
  const own = await sessions.runner(id).stop()
  return own || stopped.includes(true)
}
