/** Removes contents of files that nothing refers to any more: those of sessions that are gone. */
import type { Database } from '@belay/db'
import type { ContentStore } from '@belay/host'

export interface SweepParts {
  readonly db: Pick<Database, 'keptHashes'>
  readonly contents: ContentStore
  /** Ends it early; what is left is for the next one. */
  readonly signal: AbortSignal
}

/** A few seconds of work on a slow disk: a start must not keep the disk busy for longer. */
const MOST_A_SWEEP = 20_000

/** For the start, and for whoever purges a session. Safe beside turns that run. */
export function sweepKeptFiles({ db, contents, signal }: SweepParts): Promise<{ readonly removed: number }> {
  return contents.sweep({ referredTo: db.keptHashes, signal, most: MOST_A_SWEEP })
}

/** In the background of a start; never rejects. */
export async function startSweep(parts: SweepParts & { readonly report: (line: string) => void }): Promise<void> {
  try {
    await sweepKeptFiles(parts)
  } catch (error) {
    parts.report(`Contents of files that nothing needs any more could not be removed: ${String(error)}`)
  }
}
