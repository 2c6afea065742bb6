/** Sessions that this page is about to leave because it deletes them itself: of those it is not told that they are gone. */
import type { SessionId } from '@belay/trace'

const leaving = new Set<SessionId>()
/** Until the page has gone; after that it may be restored, and deleted elsewhere. */
const LEAVING_MS = 5_000

/** Returns the way back, where nothing came of it. */
export function leave(id: SessionId): () => void {
  leaving.add(id)
  const stay = () => leaving.delete(id)
  setTimeout(stay, LEAVING_MS)
  return stay
}

export function isLeaving(id: SessionId): boolean {
  return leaving.has(id)
}
