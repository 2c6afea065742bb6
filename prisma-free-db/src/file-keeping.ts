/** What the tools changed of files and what putting back overwrote: hashes only, the contents stand in the home folder. */
import { type TurnId, turnId } from '@belay/trace'
import { and, asc, desc, eq, gte, lt, max, sql } from 'drizzle-orm'
import type { Orm } from './open'
import { fileChanges, openPutBacks, putBackFiles, turns } from './schema'

const p = sql.placeholder

export type FileKeeps = ReturnType<typeof keepFiles>
export type FileChangeRecord = typeof fileChanges.$inferSelect
export type PutBackFileRecord = typeof putBackFiles.$inferSelect

export type OpenPutBack = typeof openPutBacks.$inferSelect

export interface ChangedPath {
  readonly session: string
  readonly turn: string
  readonly path: string
}

export function keepFiles(orm: Orm) {
  return {
    ...keepChanges(orm),
    ...keepPutBacks(orm),
    ...keepOpenPutBacks(orm),
    ...readTurns(orm),
    ...readReferences(orm),
  }
}

function keepChanges(orm: Orm) {
  const isIt = (at: ChangedPath) =>
    and(eq(fileChanges.session, at.session), eq(fileChanges.turn, at.turn), eq(fileChanges.path, at.path))
  return {
    fileChange: (at: ChangedPath): FileChangeRecord | null =>
      orm.select().from(fileChanges).where(isIt(at)).get() ?? null,
    /** The first of a turn and path keeps what was before; a later one only moves what is after. */
    setFileChange({ after, movedAt, ...first }: FileChangeRecord): void {
      orm
        .insert(fileChanges)
        .values({ ...first, after, movedAt })
        .onConflictDoUpdate({
          target: [fileChanges.session, fileChanges.turn, fileChanges.path],
          set: { after, movedAt },
        })
        .run()
    },
    removeFileChange(at: ChangedPath): void {
      orm.delete(fileChanges).where(isIt(at)).run()
    },
    /** In the order in which the turns first changed them. */
    fileChangesOf: (session: string, turn: string): FileChangeRecord[] =>
      orm
        .select()
        .from(fileChanges)
        .where(and(eq(fileChanges.session, session), eq(fileChanges.turn, turn)))
        .orderBy(asc(fileChanges.at))
        .all(),
  }
}

function keepPutBacks(orm: Orm) {
  const last = (session: string): number =>
    orm
      .select({ n: max(putBackFiles.number) })
      .from(putBackFiles)
      .where(eq(putBackFiles.session, session))
      .get()?.n ?? 0
  return {
    /** The number of the last putting back that was not taken back; 0 where there is none. */
    lastPutBack: last,
    putBackFiles: (session: string, number: number): PutBackFileRecord[] =>
      orm
        .select()
        .from(putBackFiles)
        .where(and(eq(putBackFiles.session, session), eq(putBackFiles.number, number)))
        .orderBy(asc(putBackFiles.path))
        .all(),
    addPutBackFile(file: PutBackFileRecord): void {
      orm.insert(putBackFiles).values(file).run()
    },
    removePutBackFile({ session, number, path }: Pick<PutBackFileRecord, 'session' | 'number' | 'path'>): void {
      orm
        .delete(putBackFiles)
        .where(and(eq(putBackFiles.session, session), eq(putBackFiles.number, number), eq(putBackFiles.path, path)))
        .run()
    },
  }
}

function keepOpenPutBacks(orm: Orm) {
  return {
    beginPutBack(begun: OpenPutBack): void {
      orm.insert(openPutBacks).values(begun).run()
    },
    endPutBack(session: string): void {
      orm.delete(openPutBacks).where(eq(openPutBacks.session, session)).run()
    },
    /** Those that were broken off, where nothing is being put back right now. */
    openPutBacks: (): OpenPutBack[] => orm.select().from(openPutBacks).all(),
  }
}

function readTurns(orm: Orm) {
  const from = orm
    .select({ id: turns.id, number: turns.number })
    .from(turns)
    .where(and(eq(turns.session, p('session')), gte(turns.number, p('number'))))
    .orderBy(asc(turns.number))
    .prepare()
  return {
    /** Turns of a session from a number on, in order. */
    turnsFrom: (session: string, number: number): { id: TurnId; number: number }[] =>
      from.all({ session, number }).map((turn) => ({ id: turnId(turn.id), number: turn.number })),
    turnNumber: (session: string, turn: string): number | null =>
      orm
        .select({ number: turns.number })
        .from(turns)
        .where(and(eq(turns.session, session), eq(turns.id, turn)))
        .orderBy(desc(turns.number))
        .get()?.number ?? null,
  }
}

/** Hashes that begin alike stand next to each other in both indexes. */
function readReferences(orm: Orm) {
  return {
    /** Which contents are still referred to, of those whose hash begins with `start` (lower-case hex, not all `f`). */
    keptHashes(start: string): Set<string> {
      const [from, to] = [start, `${start}g`]
      const changed = orm
        .selectDistinct({ hash: fileChanges.before })
        .from(fileChanges)
        .where(and(gte(fileChanges.before, from), lt(fileChanges.before, to)))
        .all()
      const overwritten = orm
        .selectDistinct({ hash: putBackFiles.before })
        .from(putBackFiles)
        .where(and(gte(putBackFiles.before, from), lt(putBackFiles.before, to)))
        .all()
      return new Set([...changed, ...overwritten].flatMap(({ hash }) => (hash === null ? [] : [hash])))
    },
  }
}
