/** What extensions keep, in the database: under names that no hook of a person's can have. */
import type { Database } from '@belay/db'
import { asJson } from '@belay/hooks'
import {
  type ClipList,
  clipList,
  EMPTY_CLIPS,
  EMPTY_LIST,
  EMPTY_NOTES,
  type KeptValue,
  type NoteList,
  noteList,
  type WorkList,
  workList,
} from '@belay/host'
import type { Clock } from '@belay/trace'
import type { z } from 'zod'

/** Whose lists are kept by session; they go with it. */
export const WORK_OWNER = 'belay: work'

export interface KeptValues {
  /** By session. */
  readonly work: KeptValue<WorkList>
  /** By workspace. */
  readonly paperclips: KeptValue<ClipList>
  /** By workspace, and of the person. */
  readonly memory: KeptValue<NoteList>
}

export interface KeepingParts {
  readonly db: Database
  readonly clock: Clock
}

export function keptValues(parts: KeepingParts): KeptValues {
  return {
    work: keptValue(parts, WORK_OWNER, { schema: workList, empty: EMPTY_LIST }),
    paperclips: keptValue(parts, 'belay: paperclips', { schema: clipList, empty: EMPTY_CLIPS }),
    memory: keptValue(parts, 'belay: memory', { schema: noteList, empty: EMPTY_NOTES }),
  }
}

export function keptValue<T>(
  { db, clock }: KeepingParts,
  owner: string,
  { schema, empty }: { readonly schema: z.ZodType<T>; readonly empty: T },
): KeptValue<T> {
  return {
    read(key) {
      const read = schema.safeParse(db.hookValue(owner, key))
      return read.success ? read.data : empty
    },
    write(key, value) {
      const json = asJson(value)
      if (json === undefined) throw new TypeError(`what ${owner} keeps must be JSON`)
      db.setHookValue(owner, { key, value: json, at: clock.now() }, Number.MAX_SAFE_INTEGER)
    },
  }
}
