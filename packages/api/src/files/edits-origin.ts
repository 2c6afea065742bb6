/** Whose the edits of a fork's first turns are: they were made in another session, and what is kept of them is kept there. */
import type { Database } from '@belay/db'
import type { SessionId, TurnId } from '@belay/trace'
import type { EditsOrigin } from '../contract/files'

type Reads = Pick<Database, 'session' | 'turnNumber'>

/** Null where all of these turns, in order, are the session's own. */
export function originOf(db: Reads, id: SessionId, turns: readonly TurnId[]): EditsOrigin | null {
  const [first] = turns
  const turn = first === undefined ? null : db.turnNumber(id, first)
  if (turn === null) return null
  let found: EditsOrigin | null = null
  // A fork of a fork: the turn was in the first of them that did not take it over.
  for (let from = forkedFrom(db, id, turn); from !== null; from = forkedFrom(db, from.session, turn)) {
    const record = db.session(from.session)
    const title = record?.title ?? from.title
    found = { session: from.session, title, turn, now: standing(record) }
  }
  return found
}

function forkedFrom(db: Reads, id: SessionId, turn: number) {
  const origin = db.session(id)?.forkedFrom ?? null
  return origin === null || turn > origin.turns ? null : origin
}

function standing(record: ReturnType<Reads['session']>): EditsOrigin['now'] {
  if (record === null) return 'gone'
  return record.deletedAt === null ? 'there' : 'deleted'
}
