/**
 * Sessions as lists show them and what becomes of them: shelves, deletion, the end for good. A session and those that its agents
 * started are one family: they are deleted, restored and removed together.
 */
import type { TurnStatus } from '@belay/trace'
import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  max,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type Connection, cutWal, type Orm } from './open'
import type { SessionRecord } from './reads'
import { compositionChanges, compositions, sessions, turns } from './schema'

/** All that are given must hold. */
export interface SessionFilter {
  /** Looked for, to the letter, in title, workspace and last prompt. */
  readonly search?: string | undefined
  /** `active` where absent. */
  readonly shelf?: 'active' | 'archived' | 'deleted' | undefined
  readonly status?: readonly (TurnStatus | 'idle')[] | undefined
  readonly refused?: boolean | undefined
  readonly workspace?: string | undefined
}

export interface WorkspaceRecord {
  readonly path: string
  readonly lastUsedAt: number
  readonly sessions: number
}

/** Each null takes the mark away. */
export interface Marks {
  readonly pinnedAt?: number | null
  readonly archivedAt?: number | null
  readonly deletedAt?: number | null
}

export type ShelvingStore = ReturnType<typeof prepareShelving>

export function prepareShelving(connection: Connection) {
  const { orm } = connection
  return { ...listSessions(orm), ...markSessions(orm), ...removeSessions(connection) }
}

function listSessions(orm: Orm) {
  return {
    /** Pinned ones first, then the latest; of the deleted those that went last. */
    sessions(filter: SessionFilter = {}): SessionRecord[] {
      const order =
        filter.shelf === 'deleted'
          ? [desc(sessions.deletedAt), desc(sessions.updatedAt)]
          : [desc(sql`${sessions.pinnedAt} is not null`), desc(sessions.updatedAt)]
      return orm
        .select()
        .from(sessions)
        .where(and(...conditions(filter)))
        .orderBy(...order)
        .all()
    },
    /** Folders of sessions that people made, the latest used first. */
    workspaces: (most: number): WorkspaceRecord[] =>
      orm
        .select({ path: sessions.workspace, lastUsedAt: max(sessions.updatedAt), sessions: count() })
        .from(sessions)
        .where(and(isNull(sessions.deletedAt), isNull(sessions.parent), eq(sessions.tour, false)))
        .groupBy(sessions.workspace)
        .orderBy(desc(max(sessions.updatedAt)))
        .limit(most)
        .all()
        .map((row) => ({ ...row, lastUsedAt: row.lastUsedAt ?? 0 })),
  }
}

function conditions({ search = '', shelf, status = [], refused, workspace }: SessionFilter): (SQL | undefined)[] {
  return [
    onShelf(shelf ?? 'active'),
    search === '' ? undefined : holds(search),
    status.length === 0 ? undefined : inArray(sessions.status, [...status]),
    refused === undefined ? undefined : refused ? gt(sessions.blocked, 0) : eq(sessions.blocked, 0),
    workspace === undefined ? undefined : eq(sessions.workspace, workspace),
  ]
}

function onShelf(shelf: NonNullable<SessionFilter['shelf']>): SQL | undefined {
  switch (shelf) {
    case 'active':
      return and(isNull(sessions.deletedAt), isNull(sessions.archivedAt))
    case 'archived':
      return and(isNull(sessions.deletedAt), isNotNull(sessions.archivedAt))
    case 'deleted':
      return isNotNull(sessions.deletedAt)
  }
}

function holds(search: string): SQL | undefined {
  const pattern = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const matches = (column: typeof sessions.title | typeof sessions.workspace | typeof sessions.lastPrompt) =>
    sql`${like(column, pattern)} ESCAPE '\\'`
  return or(matches(sessions.title), matches(sessions.workspace), matches(sessions.lastPrompt))
}

function markSessions(orm: Orm) {
  const childrenOf = (id: string) => orm.select().from(sessions).where(eq(sessions.parent, id)).all()
  const family = (record: SessionRecord): SessionRecord[] => [record, ...childrenOf(record.id).flatMap(family)]
  return {
    /** It and all below it, parents before their children; empty where it is not there. */
    family(id: string): SessionRecord[] {
      return orm.select().from(sessions).where(eq(sessions.id, id)).all().flatMap(family)
    },
    markSessions(ids: readonly string[], marks: Marks): void {
      if (ids.length > 0 && Object.keys(marks).length > 0)
        orm
          .update(sessions)
          .set(marks)
          .where(inArray(sessions.id, [...ids]))
          .run()
    },
    deletedBefore: (at: number): string[] =>
      orm
        .select({ id: sessions.id })
        .from(sessions)
        .where(lt(sessions.deletedAt, at))
        .all()
        .map((row) => row.id),
    /** Also where it is deleted, and can be restored. */
    hasTour: (): boolean =>
      orm.select({ id: sessions.id }).from(sessions).where(eq(sessions.tour, true)).limit(1).get() !== undefined,
  }
}

/** Tables go by cascade; compositions belong to nobody and go when nobody is left who was ruled by them. */
function removeSessions(connection: Connection) {
  const { orm, client } = connection
  const used = () =>
    orm
      .select({ hash: sessions.composition })
      .from(sessions)
      .union(orm.select({ hash: turns.composition }).from(turns))
      .union(orm.select({ hash: compositionChanges.before }).from(compositionChanges))
      .union(orm.select({ hash: compositionChanges.after }).from(compositionChanges))
  const remove = (id: string) => {
    orm.delete(sessions).where(eq(sessions.id, id)).run()
    orm.delete(compositions).where(notInArray(compositions.hash, used())).run()
  }
  return {
    /** With its children; where it is not there nothing happens. What was written is overwritten, here and in the write-ahead log. */
    removeSession(id: string): void {
      client.pragma('secure_delete = ON')
      try {
        orm.transaction(() => remove(id), { behavior: 'immediate' })
      } finally {
        client.pragma('secure_delete = OFF')
      }
      cutWal(connection)
    },
  }
}
