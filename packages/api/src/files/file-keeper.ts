/** Keeps what a turn's tools are about to change: the content in the home folder, then a row that refers to it. */
import type { FileKeeper } from '@belay/agent'
import type { Database } from '@belay/db'
import { type ContentStore, hashOf } from '@belay/host'
import type { Clock, SessionId, TurnId } from '@belay/trace'

export interface KeeperParts {
  readonly db: Pick<Database, 'fileChange' | 'setFileChange' | 'removeFileChange'>
  readonly contents: ContentStore
  readonly clock: Clock
  readonly report: (line: string) => void
}

export function keeperOf(parts: KeeperParts, session: SessionId, turn: TurnId): FileKeeper {
  const { db, contents, clock, report } = parts
  return {
    async changing({ path, before, after }) {
      const place = { session, turn, path }
      const earlier = db.fileChange(place)
      const at = clock.now()
      // Without the bits that say what kind of file it is.
      const mode = before === null ? null : before.mode & 0o7777
      const note = (hash: string | null) =>
        db.setFileChange({ ...place, at, before: hash, mode, after: hashOf(after), movedAt: at })
      // What the turn found is kept already: only what it leaves moves.
      if (earlier !== null || before === null) note(earlier?.before ?? null)
      else await contents.keep(before.content, note)
      return () => {
        try {
          if (earlier === null) db.removeFileChange(place)
          else db.setFileChange(earlier)
        } catch (error) {
          // The row says more than happened: the file is then reported as changed since.
          report(`${session}: a change of ${path} that did not come about stays on record: ${String(error)}`)
        }
      }
    },
  }
}
