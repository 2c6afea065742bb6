/**
 * Puts on record what a process had put back, or taken back, when it was killed in the middle. Promises: no file is touched; what is
 * said of each is what stands there now; what did not come about leaves nothing that could be taken back.
 */
import type { Database } from '@belay/db'
import { lookAt, type Standing } from '@belay/host'
import { AS_IT_WAS, type PutBackFile, type SessionId, sessionId } from '@belay/trace'
import { type RecordParts, record } from './on-record'

export interface BrokenOffParts {
  readonly db: RecordParts['db'] & Pick<Database, 'openPutBacks' | 'putBackFiles' | 'removePutBackFile'>
  readonly sessions: RecordParts['sessions']
}

type Open = ReturnType<Database['openPutBacks']>[number]
type Row = ReturnType<Database['putBackFiles']>[number]

export const BROKEN_OFF = 'Belay stopped before it came to it'

/** Of one session, or, at the start, of all. How many there were. */
export async function recordBrokenOff(parts: BrokenOffParts, session?: SessionId): Promise<number> {
  const open = parts.db.openPutBacks().filter((one) => session === undefined || one.session === session)
  for (const one of open) await close(parts, one)
  return open.length
}

async function close(parts: BrokenOffParts, open: Open): Promise<void> {
  const { db } = parts
  // Only the note of it was left to be removed.
  const isRecorded = db.eventsAfter(open.session, open.seq, 1_000).some(({ type }) => type === 'files.put_back')
  if (!isRecorded) {
    const rows = new Map(db.putBackFiles(open.session, open.number).map((row) => [row.path, row]))
    const files: PutBackFile[] = []
    for (const { path, to } of open.files) {
      const found = { path, to, seen: await lookAt(path), row: rows.get(path) ?? null }
      files.push(open.undo ? takenBack(db, found) : putBack(db, found))
    }
    record(parts, { session: sessionId(open.session), turns: open.turns, undo: open.undo }, files)
  }
  db.endPutBack(open.session)
}

interface Found {
  readonly path: string
  /** What was to stand there. */
  readonly to: string | null
  readonly seen: Standing
  /** What was kept of the file before something else was to stand there. */
  readonly row: Row | null
}

function putBack(db: BrokenOffParts['db'], { path, to, seen, row }: Found): PutBackFile {
  if (row === null) return kept(path, stands(seen, to) ? AS_IT_WAS : BROKEN_OFF)
  if (stands(seen, to)) return done(path, to)
  // What was changed since may have been put back before: what was kept stays, to be had back.
  if (!stands(seen, row.before)) return kept(path, 'it was changed since')
  db.removePutBackFile(row)
  return kept(path, BROKEN_OFF)
}

/** The row of one that came back is gone, or is used up now. */
function takenBack(db: BrokenOffParts['db'], { path, to, seen, row }: Found): PutBackFile {
  if (row === null) return done(path, to)
  if (!stands(seen, to)) return kept(path, BROKEN_OFF)
  db.removePutBackFile(row)
  return done(path, to)
}

function stands(seen: Standing, hash: string | null): boolean {
  return seen.kind === 'file' ? seen.hash === hash : seen.kind === 'nothing' && hash === null
}

function done(path: string, to: string | null): PutBackFile {
  return { path, result: to === null ? 'removed' : 'restored', reason: null }
}

function kept(path: string, reason: string): PutBackFile {
  return { path, result: 'kept', reason }
}
