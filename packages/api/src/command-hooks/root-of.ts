import type { Database } from '@belay/db'

/** Three levels deep at most, and no circle can be made: but a record is data. */
const MOST_LEVELS = 16

/** The session that a person opened, of one that another started. */
export function rootOf(db: Pick<Database, 'session'>, session: string): string {
  let root = session
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const parent = db.session(root)?.parent ?? null
    if (parent === null) return root
    root = parent
  }
  return root
}
