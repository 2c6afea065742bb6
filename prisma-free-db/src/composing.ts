/** What shaping a session goes by beside its log: the edits of its hooks in order, and the sets that a person saved. */
import type { CompositionChangeKind, HookMode, JsonObject, PointId } from '@belay/trace'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Orm } from './open'
import { attachments, compositionChanges, hookSets, sessions } from './schema'

export interface CompositionChangeRecord {
  readonly seq: number
  readonly kind: CompositionChangeKind
  readonly name: string | null
  /** Hashes of what ruled before and after it. */
  readonly before: string
  readonly after: string
}

export interface HookSetRecord {
  readonly name: string
  readonly description: string
  readonly hooks: readonly JsonObject[]
  readonly savedAt: number
}

/** A hook on a session that is not deleted. */
export interface HookUseRecord {
  readonly session: string
  readonly title: string
  readonly attachment: string
  readonly points: readonly PointId[]
  readonly mode: HookMode
}

export type ComposingStore = ReturnType<typeof prepareComposing>

export function prepareComposing(orm: Orm) {
  const { seq, kind, name, before, after } = compositionChanges
  return {
    /** All of a session, the first one first. */
    compositionChanges: (session: string): CompositionChangeRecord[] =>
      orm
        .select({ seq, kind, name, before, after })
        .from(compositionChanges)
        .where(eq(compositionChanges.session, session))
        .orderBy(asc(compositionChanges.seq))
        .all(),
    /** Where a hook is attached, sessions that were used last first. */
    hookUses: (hook: string): HookUseRecord[] =>
      orm
        .select({
          session: attachments.session,
          title: sessions.title,
          attachment: attachments.id,
          points: attachments.points,
          mode: attachments.mode,
        })
        .from(attachments)
        .innerJoin(sessions, eq(sessions.id, attachments.session))
        .where(and(eq(attachments.hook, hook), isNull(sessions.deletedAt)))
        .orderBy(desc(sessions.updatedAt), asc(attachments.position))
        .all(),
    hookSets: (): HookSetRecord[] => orm.select().from(hookSets).orderBy(asc(hookSets.name)).all(),
    hookSet: (name: string): HookSetRecord | null =>
      orm.select().from(hookSets).where(eq(hookSets.name, name)).get() ?? null,
    /** Takes the place of one of that name. */
    keepHookSet(set: HookSetRecord): void {
      const { name: _, ...change } = set
      orm.insert(hookSets).values(set).onConflictDoUpdate({ target: hookSets.name, set: change }).run()
    },
    /** Whether there was one. */
    removeHookSet: (name: string): boolean => orm.delete(hookSets).where(eq(hookSets.name, name)).run().changes > 0,
  }
}
