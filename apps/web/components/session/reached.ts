/** Waits until the log has told this page what the server has just done; not for ever, since a socket may be away. Says whether it did. */
import type { SessionStore } from '../../lib/session-store'

const PATIENCE_MS = 2_000

export function reached({ state, subscribe }: SessionStore, hash: string): Promise<boolean> {
  return new Promise((resolve) => {
    const isThere = () => state.composition?.hash === hash
    if (isThere()) return resolve(true)
    const finish = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve(isThere())
    }
    const unsubscribe = subscribe(() => (isThere() ? finish() : undefined))
    const timer = setTimeout(finish, PATIENCE_MS)
  })
}
