/**
 * Opens the database of a home folder. Promises: a database of a newer version is refused and not written to; an existing
 * one is copied before it is migrated; every connection waits for a lock and enforces foreign keys.
 */
import { chmodSync, existsSync, rmSync, statSync } from 'node:fs'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { migrationsFolder, newestMigration, type SchemaState, schemaState } from './migrations'
import { type Client, createPrivate, isBusy, openClient } from './native'

export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
}

export type Orm = BetterSQLite3Database<Record<string, never>>

export interface Connection {
  readonly client: Client
  readonly orm: Orm
  readonly path: string
}

export interface OpenOptions {
  readonly path: string
  /** Hears one line when an existing database was copied and migrated. */
  readonly log: (line: string) => void
  /** Takes secrets out of what the list shows of a prompt; nothing where absent. The prompt itself stays as it was said. */
  readonly clean?: ((text: string) => string) | undefined
  /** The folder of the migrations; the one that ships with this package where absent. */
  readonly migrations?: string
}

/** Everything stands still meanwhile: whoever waits for an answer has it before they think that Belay is gone. No batch of ours takes a tenth of it. */
export const BUSY_TIMEOUT_MS = 2_000
/** Once it was waited for in vain, and until a write gets through: a caller who does several things waits once. */
const SHORT_TIMEOUT_MS = 50
/** The write-ahead log is cut back to this after a checkpoint. */
export const WAL_LIMIT_BYTES = 64 * 1024 * 1024

export function openConnection({ path, log, migrations = migrationsFolder() }: OpenOptions): Connection {
  const newest = newestMigration(migrations)
  const before = existsSync(path) ? readState(path, newest.when) : 'empty'
  createPrivate(path)
  const client = openClient(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    if (before === 'older') keepCopy(client, { path, tag: newest.tag, log })
    configure(client)
    const orm = drizzle({ client, casing: 'snake_case' })
    if (before !== 'current') applyMigrations(client, orm, migrations)
    if (before === 'older') log('The database was brought up to this version of Belay.')
    return { client, orm, path }
  } catch (error) {
    client.close()
    throw error
  }
}

/** Reads without writing: a database of a newer version must stay as it is, and nothing may stand beside it. */
function readState(path: string, newest: number): SchemaState {
  const beside = [`${path}-wal`, `${path}-shm`].filter((file) => !existsSync(file))
  const client = openClient(path, { readonly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    const state = schemaState(client, newest)
    if (state === 'newer') throw new NewerDatabaseError(newerSentence(path))
    return state
  } finally {
    client.close()
    for (const file of beside) rmSync(file, { force: true })
  }
}

function newerSentence(path: string): string {
  return `The database ${path} was written by a newer version of Belay; it was not touched. Update Belay, or use another home folder with --home.`
}

interface Copy {
  readonly path: string
  readonly tag: string
  readonly log: (line: string) => void
}

function keepCopy(client: Client, { path, tag, log }: Copy): void {
  const copy = `${path}.before-${tag}-${new Date().toISOString().replace(/[:.]/g, '-')}`
  client.prepare('VACUUM INTO ?').run(copy)
  chmodSync(copy, 0o600)
  log(`The database is older than this version of Belay. It was copied to ${copy} first.`)
}

function configure(client: Client): void {
  client.pragma('journal_mode = WAL')
  client.pragma('synchronous = NORMAL')
  client.pragma('foreign_keys = ON')
  client.pragma(`journal_size_limit = ${WAL_LIMIT_BYTES}`)
}

/** Foreign keys are off while tables are rebuilt: SQLite ignores the switch inside a transaction. */
function applyMigrations(client: Client, orm: Orm, folder: string): void {
  client.pragma('foreign_keys = OFF')
  migrate(orm, { migrationsFolder: folder })
  client.pragma('foreign_keys = ON')
}

/** Transactions that begin with the lock. Within another one it is a part of that. */
export function immediate({ orm, client }: Connection): <T>(run: () => T) => T {
  let short = false
  const wait = (to: boolean) => {
    if (to === short) return
    short = to
    client.pragma(`busy_timeout = ${to ? SHORT_TIMEOUT_MS : BUSY_TIMEOUT_MS}`)
  }
  return (run) => {
    if (client.inTransaction) return orm.transaction(run)
    let begun = false
    try {
      const value = orm.transaction(
        () => {
          begun = true
          return run()
        },
        { behavior: 'immediate' },
      )
      wait(false)
      return value
    } catch (error) {
      if (!begun && isBusy(error)) wait(true)
      throw error
    }
  }
}

/** Writes the log back into the database and cuts it to nothing. */
export function cutWal(connection: Connection): void {
  connection.client.pragma('wal_checkpoint(TRUNCATE)')
}

export function walBytes(connection: Connection): number {
  return statSync(`${connection.path}-wal`, { throwIfNoEntry: false })?.size ?? 0
}
