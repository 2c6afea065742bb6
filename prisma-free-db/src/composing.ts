/** What shaping a session goes by beside its log: the edits of its hooks in order, and the sets that a person saved. */
import type { CompositionChangeKind, JsonObject } from '@belay/trace'
import { asc, eq } from 'drizzle-orm'
import type { Orm } from './open'
import { compositionChanges, hookSets } from './schema'

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
