/** The small stores beside the log: permissions given, last answers of hooks, continuations within the hour, settings, changed files, code. */
import type { Json, PointId, Verdict } from '@belay/trace'
import { and, count, eq, gt, lt } from 'drizzle-orm'
import { keepFiles } from './file-keeping'
import { keepHookValues } from './hook-values'
import type { Orm } from './open'
import { continuations, grants, keptCode, lastAnswers, settings } from './schema'

const HOUR_MS = 3_600_000

export type Keeps = ReturnType<typeof prepareKeeps>

export function prepareKeeps(orm: Orm) {
  return {
    ...keepGrants(orm),
    ...keepAnswers(orm),
    ...keepContinuations(orm),
    ...keepSettings(orm),
    ...keepFiles(orm),
    ...keepCode(orm),
    ...keepHookValues(orm),
  }
}

function keepGrants(orm: Orm) {
  return {
    grants: (session: string): string[] =>
      orm
        .select({ kind: grants.kind })
        .from(grants)
        .where(eq(grants.session, session))
        .all()
        .map((row) => row.kind),
    grant(session: string, kind: string): void {
      orm.insert(grants).values({ session, kind }).onConflictDoNothing().run()
    },
  }
}

function keepAnswers(orm: Orm) {
  return {
    lastAnswer: (hook: string, point: PointId): { verdict: Verdict; at: number } | null =>
      orm
        .select({ verdict: lastAnswers.verdict, at: lastAnswers.at })
        .from(lastAnswers)
        .where(and(eq(lastAnswers.hook, hook), eq(lastAnswers.point, point)))
        .get() ?? null,
    setLastAnswer(hook: string, point: PointId, answer: { readonly verdict: Verdict; readonly at: number }): void {
      orm
        .insert(lastAnswers)
        .values({ hook, point, ...answer })
        .onConflictDoUpdate({ target: [lastAnswers.hook, lastAnswers.point], set: answer })
        .run()
    },
  }
}

function keepContinuations(orm: Orm) {
  return {
    continuationsSince: (session: string, at: number): number =>
      orm
        .select({ n: count() })
        .from(continuations)
        .where(and(eq(continuations.session, session), gt(continuations.at, at)))
        .get()?.n ?? 0,
    addContinuation(session: string, at: number): void {
      orm.insert(continuations).values({ session, at }).run()
      orm
        .delete(continuations)
        .where(lt(continuations.at, at - HOUR_MS))
        .run()
    },
  }
}

function keepSettings(orm: Orm) {
  return {
    setting: (key: string): Json => orm.select().from(settings).where(eq(settings.key, key)).get()?.value ?? null,
    setSetting(key: string, value: Json): void {
      orm.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } }).run()
    },
  }
}

export type KeptCodeRecord = typeof keptCode.$inferSelect

function keepCode(orm: Orm) {
  return {
    keptCode: (file: string): KeptCodeRecord | null =>
      orm.select().from(keptCode).where(eq(keptCode.file, file)).get() ?? null,
    /** Takes the place of an earlier version of that file. */
    keepCode(record: KeptCodeRecord): void {
      const { file: _, ...change } = record
      orm.insert(keptCode).values(record).onConflictDoUpdate({ target: keptCode.file, set: change }).run()
    },
    dropCode(file: string): void {
      orm.delete(keptCode).where(eq(keptCode.file, file)).run()
    },
  }
}
