/** Lists of work in the database, one a session. */
import type { Database } from '@belay/db'
import { EMPTY_LIST, type WorkList, type WorkStore, workList } from '@belay/host'
import type { Clock, Json } from '@belay/trace'

/** Whose the lists are among what is kept by key: the session's id. */
export const WORK_OWNER = 'belay: work'

export function workStore({ db, clock }: { readonly db: Database; readonly clock: Clock }): WorkStore {
  return {
    read(session) {
      const read = workList.safeParse(db.hookValue(WORK_OWNER, session))
      return read.success ? read.data : EMPTY_LIST
    },
    write(session, list) {
      const value: Json = asJson(list)
      db.setHookValue(WORK_OWNER, { key: session, value, at: clock.now() }, Number.MAX_SAFE_INTEGER)
    },
  }
}

function asJson({ lastId, items }: WorkList): Json {
  return { lastId, items: items.map((item) => ({ ...item })) }
}
