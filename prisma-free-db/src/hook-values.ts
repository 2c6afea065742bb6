/** What hooks keep with `t.store`, by whose it is. Promises: a value is there whole or not at all, and nothing is trimmed. */
import type { Json } from '@belay/trace'
import { and, eq, sql } from 'drizzle-orm'
import type { Orm } from './open'
import { hookValues } from './schema'

const p = sql.placeholder

export function keepHookValues(orm: Orm) {
  const one = and(eq(hookValues.owner, p('owner')), eq(hookValues.key, p('key')))
  const get = orm.select({ value: hookValues.value }).from(hookValues).where(one).prepare()
  const remove = orm.delete(hookValues).where(one).prepare()
  const set = (owner: string, { key, value, at }: NewValue, most: number) =>
    orm.run(sql`insert into ${hookValues} (owner, key, value, at)
      select ${owner}, ${key}, ${JSON.stringify(value)}, ${at}
      where exists (select 1 from ${hookValues} where ${hookValues.owner} = ${owner} and ${hookValues.key} = ${key})
        or (select count(*) from ${hookValues} where ${hookValues.owner} = ${owner}) < ${most}
      on conflict (owner, key) do update set value = excluded.value, at = excluded.at`)
  return {
    /** Undefined where nothing is kept under the key. */
    hookValue: (owner: string, key: string): Json | undefined => get.get({ owner, key })?.value,
    /** False, and nothing is written, where the owner has `most` keys already and this is another one. */
    setHookValue: (owner: string, value: NewValue, most: number): boolean => set(owner, value, most).changes > 0,
    removeHookValue(owner: string, key: string): void {
      remove.run({ owner, key })
    },
  }
}

interface NewValue {
  readonly key: string
  readonly value: Json
  /** Epoch milliseconds. */
  readonly at: number
}
