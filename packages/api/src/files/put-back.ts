/**
 * Puts files back, one after another. Promises: what stands at a path is kept before anything else stands there, so that it
 * can be had back; each file changes as a whole or not at all; what could not be done is said for each.
 */
import type { Database, PutBackFileRecord } from '@belay/db'
import { type ContentStore, type Drafts, lookAt, place, type Standing, type Wanted } from '@belay/host'
import { AS_IT_WAS, type PutBackFile, type SessionId, type TurnId } from '@belay/trace'
import { reasonOf } from '../home/home'
import { type KeptChange, planFile, type Step } from './plan'

export interface PutBackParts {
  readonly db: Pick<Database, 'addPutBackFile' | 'removePutBackFile'>
  readonly contents: ContentStore
  readonly drafts: Drafts
}

export interface PuttingBack {
  readonly session: SessionId
  /** Of this putting back within the session. */
  readonly number: number
  readonly turns: readonly TurnId[]
  readonly overwrite: boolean
}

export async function putFileBack(parts: PutBackParts, change: KeptChange, putting: PuttingBack): Promise<PutBackFile> {
  const { path } = change
  const seen = await lookAt(path)
  const step = planFile(change, seen, putting.overwrite)
  if (step.do === 'keep') return kept(path, step.reason)
  const wanted = wantedBy(parts.contents, step)
  if (typeof wanted === 'string') return kept(path, wanted)
  const { session, number, turns } = putting
  const row = { session, number, path, turns, after: step.do === 'restore' ? step.hash : null }
  const noted = await keepSeen(parts, seen, row)
  if (noted !== null) return kept(path, `what stands there could not be kept first (${noted})`)
  const failed = await place(path, { seen, wanted, drafts: parts.drafts })
  if (failed === null) return { path, result: step.do === 'remove' ? 'removed' : 'restored', reason: null }
  parts.db.removePutBackFile(row)
  return kept(path, failed)
}

/** What a putting back overwrote comes back, only while what that left still stands there. Its row is used up then. */
export async function takeFileBack(parts: PutBackParts, row: PutBackFileRecord): Promise<PutBackFile> {
  const { path } = row
  const seen = await lookAt(path)
  const step = planFile(row, seen, false)
  const reason = step.do === 'keep' ? step.reason : await bringBack(parts, { path, seen, step })
  if (reason !== null && reason !== AS_IT_WAS) return kept(path, reason)
  parts.db.removePutBackFile(row)
  if (reason !== null) return kept(path, reason)
  return { path, result: step.do === 'remove' ? 'removed' : 'restored', reason }
}

interface Bringing {
  readonly path: string
  readonly seen: Standing
  readonly step: Exclude<Step, { do: 'keep' }>
}

async function bringBack({ contents, drafts }: PutBackParts, { path, seen, step }: Bringing): Promise<string | null> {
  const wanted = wantedBy(contents, step)
  return typeof wanted === 'string' ? wanted : place(path, { seen, wanted, drafts })
}

/** Null where the file is to be gone; a sentence's end where its content is not to be had. */
function wantedBy(contents: ContentStore, step: Exclude<Step, { do: 'keep' }>): Wanted | null | string {
  if (step.do === 'remove') return null
  const kept = contents.read(step.hash)
  return kept.ok ? { content: kept.content, mode: step.mode } : kept.reason
}

type NewRow = Omit<PutBackFileRecord, 'before' | 'mode'>

/** Null where it is kept, else why it is not. */
async function keepSeen({ db, contents }: PutBackParts, seen: Standing, row: NewRow): Promise<string | null> {
  try {
    if (seen.kind === 'file')
      await contents.keep(seen.content, (before) => db.addPutBackFile({ ...row, before, mode: seen.mode }))
    else db.addPutBackFile({ ...row, before: null, mode: null })
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

function kept(path: string, reason: string): PutBackFile {
  return { path, result: 'kept', reason }
}
