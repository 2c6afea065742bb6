/**
 * The conversation of a session as a file in Claude Code's record format, where hooks look for it. Promises: it is there and whole
 * before a command starts; rows are added as they come; it goes with its session.
 */
import { appendFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@belay/db'
import { makeFolder, type TranscriptEnd, transcriptLines } from '@belay/host'
import { VERSION } from '../home/package-folder'
import { rootOf } from './root-of'

export interface Transcripts {
  /** Where it is, up to the last row. An empty one where there is no session. */
  upToDate(session: string | null): string
  /** Those of sessions that are gone. */
  sweep(): void
}

interface Written {
  readonly lastRow: number
  readonly end: TranscriptEnd
}

const ENDING = '.jsonl'
const NO_SESSION = 'no-session'

export function createTranscripts(folder: string, db: Database): Transcripts {
  const written = new Map<string, Written>()
  const pathOf = (name: string) => join(folder, `${name}${ENDING}`)
  const empty = () => {
    makeFolder(folder, 0o700)
    const path = pathOf(NO_SESSION)
    if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600 })
    return path
  }
  return {
    upToDate(session) {
      const record = session === null ? null : db.session(session)
      if (record === null) return empty()
      const path = pathOf(record.id)
      const before = existsSync(path) ? written.get(record.id) : undefined
      const lastRow = db.lastRow(record.id)
      if (before !== undefined && before.lastRow === lastRow) return path
      const rows = db.rows(record.id).filter(({ id }) => id > (before?.lastRow ?? 0))
      const { id, workspace } = record
      const about = { id, rootId: rootOf(db, id), workspace, version: VERSION }
      const { lines, end } = transcriptLines(rows, about, before?.end)
      const text = lines.map((line) => `${line}\n`).join('')
      if (before === undefined) {
        makeFolder(folder, 0o700)
        writeFileSync(path, text, { mode: 0o600 })
      } else appendFileSync(path, text)
      written.set(id, { lastRow, end })
      return path
    },
    sweep() {
      if (!existsSync(folder)) return
      for (const name of readdirSync(folder)) {
        const session = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : null
        if (session === null || session === NO_SESSION || db.session(session) !== null) continue
        written.delete(session)
        rmSync(join(folder, name), { force: true })
      }
    },
  }
}
