/**
 * Belay's store: one SQLite file. Promises: a batch of events is written whole or not at all; every write takes the lock at
 * once; the write-ahead log is cut when it grows past its limit and at a clean stop.
 */
import type { SpanDetail, TraceEvent } from '@belay/trace'
import { eq } from 'drizzle-orm'
import { type Writing, writeBatch } from './append'
import { type ComposingStore, prepareComposing } from './composing'
import { type ExplainingStore, prepareExplaining } from './explaining'
import { type ForkingStore, prepareForking } from './forking'
import { type Keeps, prepareKeeps } from './keeps'
import { type Connection, cutWal, immediate, type OpenOptions, openConnection, WAL_LIMIT_BYTES, walBytes } from './open'
import { prepareReads, type Reads } from './reads'
import { sessions } from './schema'
import { prepareShelving, type ShelvingStore } from './shelving'
import { prepareWrites } from './writes'

export type NewSessionRecord = Omit<typeof sessions.$inferInsert, SessionCounters>
type SessionCounters =
  | 'seq'
  | 'turns'
  | 'passes'
  | 'asked'
  | 'blocked'
  | 'rewritten'
  | 'failed'
  | 'tokens'
  | 'lastPrompt'

export interface Details {
  readonly session: string
  readonly span: string
  readonly detail: SpanDetail
}

export interface Database extends Reads, Keeps, ComposingStore, ExplainingStore, ForkingStore, ShelvingStore {
  readonly path: string
  /** All that is written in `run` is written, or, where it throws, nothing. `run` must not wait. */
  together<T>(run: () => T): T
  createSession(record: NewSessionRecord, events: readonly TraceEvent[]): void
  changeSession(
    id: string,
    change: Partial<Pick<NewSessionRecord, 'permission' | 'rewrites' | 'stopAtFirstBlock' | 'extensionsChosen'>>,
  ): void
  /** All of one session, with sequence numbers that follow its last. Throws where it cannot be written; then nothing was. */
  append(session: string, batch: readonly TraceEvent[]): void
  /** Keys of a span that was kept before are merged. */
  keepDetails(details: readonly Details[]): void
  /** Bytes of the file and of its write-ahead log. */
  size(): { readonly file: number; readonly wal: number }
  close(): void
}

/** Looking at the file's size costs more than a small batch: it is done once in so many. */
const BATCHES_PER_WAL_LOOK = 512

export function openDatabase(options: OpenOptions): Database {
  const connection = openConnection(options)
  const { orm } = connection
  const writes = { ...prepareWrites(orm), clean: options.clean ?? ((text: string) => text) }
  return {
    path: connection.path,
    ...prepareReads(orm),
    ...prepareKeeps(orm),
    ...prepareComposing(orm),
    ...prepareExplaining(orm),
    ...prepareForking(orm),
    ...prepareShelving(connection),
    ...appending(connection, writes),
    changeSession(id, change) {
      orm.update(sessions).set(change).where(eq(sessions.id, id)).run()
    },
    size: () => ({ file: pages(connection), wal: walBytes(connection) }),
    close: () => closeConnection(connection),
  }
}

function appending(connection: Connection, writes: Writing) {
  const { orm } = connection
  let batches = 0
  const inTransaction = immediate(connection)
  return {
    together: inTransaction,
    createSession(record: NewSessionRecord, events: readonly TraceEvent[]) {
      inTransaction(() => {
        orm.insert(sessions).values(record).run()
        writeBatch(writes, record.id, events)
      })
    },
    append(session: string, batch: readonly TraceEvent[]) {
      inTransaction(() => writeBatch(writes, session, batch))
      batches += 1
      // Within `together` the log cannot be cut: the next look does it.
      const cuts = batches % BATCHES_PER_WAL_LOOK === 0 && !connection.client.inTransaction
      if (cuts && walBytes(connection) > WAL_LIMIT_BYTES) cutWal(connection)
    },
    keepDetails(details: readonly Details[]) {
      inTransaction(() => {
        for (const { session, span, detail } of details)
          for (const [key, value] of Object.entries(detail)) writes.detail({ session, span, key, value })
      })
    },
  }
}

function pages({ client }: Connection): number {
  return Number(client.pragma('page_count', { simple: true })) * Number(client.pragma('page_size', { simple: true }))
}

function closeConnection(connection: Connection): void {
  if (!connection.client.open) return
  cutWal(connection)
  connection.client.close()
}
