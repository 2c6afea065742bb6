/** Stops a session and those that its agents started. Children first, so that no answer of theirs wakes what is being stopped. */
import type { Database } from '@belay/db'
import { type SessionId, sessionId } from '@belay/trace'
import type { Sessions } from './sessions'

interface StopParts {
  readonly db: Database
  readonly sessions: Sessions
}

/** `reason`: what its end says, where the person did not stop it. */
export async function stopWithChildren(parts: StopParts, id: SessionId, reason?: string): Promise<boolean> {
  const { db, sessions } = parts
  const children = db
    .children(id)
    .filter((child) => child.deletedAt === null && (child.status === 'running' || child.status === 'waiting'))
  const stopped = await Promise.all(children.map((child) => stopWithChildren(parts, sessionId(child.id), reason)))
  const own = await sessions.runner(id).stop(reason)
  return own || stopped.includes(true)
}
