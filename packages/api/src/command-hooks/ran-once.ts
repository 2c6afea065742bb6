/** Which commands with `once` ran in which session: over the end of the process, since the session outlives it. */
import type { Database } from '@belay/db'
import type { Clock } from '@belay/trace'

const OWNER = 'belay: commands that ran once'

export interface RanOnce {
  has(session: string, entry: string): boolean
  add(session: string, entry: string): void
}

export function ranOnce({ db, clock }: { readonly db: Database; readonly clock: Clock }): RanOnce {
  const keyOf = (session: string, entry: string) => `${session} ${entry}`
  return {
    has: (session, entry) => session !== '' && db.hookValue(OWNER, keyOf(session, entry)) !== undefined,
    add(session, entry) {
      const key = keyOf(session, entry)
      db.setHookValue(OWNER, { key, value: true, at: clock.now() }, Number.MAX_SAFE_INTEGER)
    },
  }
}
