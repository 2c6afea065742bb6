/** Finds the migrations that ship with this package, from its source and from a bundle, and says how a database stands to them. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Client } from './native'

export type SchemaState = 'empty' | 'older' | 'current' | 'newer'

interface JournalEntry {
  readonly tag: string
  readonly when: number
}

export function migrationsFolder(): string {
  const root = dirname(createRequire(import.meta.url).resolve('@belay/db/package.json'))
  return join(root, 'migrations')
}

export function newestMigration(folder: string): JournalEntry {
  const journal: { entries: JournalEntry[] } = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'))
  const newest = journal.entries.at(-1)
  if (newest === undefined || !existsSync(join(folder, `${newest.tag}.sql`)))
    throw new Error(`The migrations in ${folder} are incomplete.`)
  return newest
}

/** Drizzle records each applied migration with the time at which it was made. */
export function schemaState(client: Client, newest: number): SchemaState {
  const table = client.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get()
  if (table === undefined) return 'empty'
  const applied = client.prepare('SELECT max(created_at) AS newest FROM __drizzle_migrations').pluck().get()
  if (typeof applied !== 'number') return 'empty'
  if (applied > newest) return 'newer'
  return applied === newest ? 'current' : 'older'
}
