/** What putting a file back comes to, from what is on record and what stands there now. Pure: looks at nothing, changes nothing. */
import { AS_IT_WAS } from '@belay/trace'
import type { FileNow } from '../contract/files'

/** One file, whatever number of turns changed it. Hashes; null where there is, or was, no file. */
export interface KeptChange {
  readonly path: string
  readonly before: string | null
  /** Permission bits before. */
  readonly mode: number | null
  readonly after: string | null
}

export type Seen =
  | { readonly kind: 'file'; readonly hash: string }
  | { readonly kind: 'nothing' }
  /** Not a file that could be put back: a link, a folder, out of reach. */
  | { readonly kind: 'other'; readonly reason: string }

export type Step =
  | { readonly do: 'restore'; readonly hash: string; readonly mode: number | null }
  | { readonly do: 'remove' }
  | { readonly do: 'keep'; readonly reason: string }

export interface PlannedFile {
  readonly path: string
  readonly step: Step
}

export interface Planning {
  readonly changes: readonly KeptChange[]
  /** By path. */
  readonly now: ReadonlyMap<string, Seen>
  readonly overwrite: boolean
}

export function planPutBack({ changes, now, overwrite }: Planning): readonly PlannedFile[] {
  return changes.map((change) => ({
    path: change.path,
    step: planFile(change, now.get(change.path) ?? { kind: 'nothing' }, overwrite),
  }))
}

export function planFile(change: KeptChange, seen: Seen, overwrite: boolean): Step {
  if (seen.kind === 'other') return { do: 'keep', reason: seen.reason }
  const now = nowOf(change, seen)
  if (now === 'as_before') return { do: 'keep', reason: AS_IT_WAS }
  if (now === 'gone' && !overwrite) return { do: 'keep', reason: 'it was removed since' }
  if (now === 'changed_since' && !overwrite) return { do: 'keep', reason: 'it was changed since' }
  return change.before === null ? { do: 'remove' } : { do: 'restore', hash: change.before, mode: change.mode }
}

/** A file that is as it was is left alone, also where the turns had brought it back to that by themselves. */
export function nowOf({ before, after }: KeptChange, seen: Seen): FileNow {
  if (seen.kind === 'other') return 'changed_since'
  const hash = seen.kind === 'file' ? seen.hash : null
  if (hash === before) return 'as_before'
  if (hash === after) return 'as_left'
  return hash === null ? 'gone' : 'changed_since'
}
