/**
 * Contents of files, each once under the hash of its bytes: `<folder>/<first two>/<sha256>`. Promises: a content is on the disk,
 * whole, before anybody can refer to it; what is read is what was kept, or a value that says it is not; a content that
 * somebody is about to refer to is never swept. For its owner alone: folders 0700, files 0600.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, unlinkSync } from 'node:fs'
import { open, readdir, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import { isCode } from '../processes/end-group'
import { makeFolder } from '../processes/make-folder'
import { readRegular } from '../processes/read-regular'

export type KeptContent =
  | { readonly ok: true; readonly content: Buffer }
  | { readonly ok: false; readonly reason: string }

export interface ContentStore {
  /** `refer` is called with the hash once the content is there, and must be done when it returns. Throws where it can't be written. */
  keep(content: Uint8Array, refer: (hash: string) => void): Promise<void>
  read(hash: string): KeptContent
  /**
   * Removes what nothing refers to, and drafts that a dead process left. `referredTo` answers for all hashes that begin
   * alike. Says how much it removed.
   */
  sweep(sweeping: Sweeping): Promise<{ readonly removed: number }>
}

export interface Sweeping {
  readonly referredTo: (start: string) => ReadonlySet<string>
  readonly signal: AbortSignal
  /** Files that are removed at most: what is left is for the next sweep. */
  readonly most: number
}

/** A tool writes 10 MiB at most; a file that a person had made of it since may be larger, and is still kept. */
export const MOST_CONTENT_BYTES = 64 * 1_048_576

export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

export function createContentStore(folder: string): ContentStore {
  /** How many are about to refer to a hash. */
  const pinned = new Map<string, number>()
  const placeOf = (hash: string) => join(folder, hash.slice(0, 2), hash)
  const read = (hash: string) => readKept(placeOf(hash), hash)
  const pin = (hash: string, by: 1 | -1) => {
    const count = (pinned.get(hash) ?? 0) + by
    if (count === 0) pinned.delete(hash)
    else pinned.set(hash, count)
  }
  return {
    read,
    async keep(content, refer) {
      const hash = hashOf(content)
      pin(hash, 1)
      try {
        // One that is there and damaged is written anew.
        if (!read(hash).ok) await writeWhole(placeOf(hash), content)
        refer(hash)
      } finally {
        pin(hash, -1)
      }
    },
    async sweep({ referredTo, signal, most }) {
      let removed = 0
      for (const start of await startsIn(folder)) {
        if (signal.aborted || removed >= most) break
        removed += sweepFolder(join(folder, start), { referred: referredTo(start), pinned, most: most - removed })
        // Others get their turn between two folders.
        await nextTick()
      }
      return { removed }
    },
  }
}

function readKept(path: string, hash: string): KeptContent {
  const file = readRegular(path, MOST_CONTENT_BYTES)
  if (!file.ok) return { ok: false, reason: file.found ? file.reason : 'what was kept of it is gone' }
  if (hashOf(file.bytes) !== hash) return { ok: false, reason: 'what was kept of it is damaged' }
  return { ok: true, content: file.bytes }
}

async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  makeFolder(dirname(path), 0o700)
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await unlink(draft).catch(() => undefined)
    throw error
  }
}

const START = /^[0-9a-f]{2}$/

async function startsIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => START.test(name))
  } catch (error) {
    if (isCode(error, 'ENOENT')) return []
    throw error
  }
}

interface FolderSweep {
  readonly referred: ReadonlySet<string>
  readonly pinned: ReadonlyMap<string, number>
  readonly most: number
}

/** In one go: between the look at who refers and the removal nobody can begin to. */
function sweepFolder(folder: string, { referred, pinned, most }: FolderSweep): number {
  const hashOfName = (name: string) => name.split('.', 1)[0] ?? ''
  const isKept = (name: string) => referred.has(name) || pinned.has(hashOfName(name))
  const loose = readdirSync(folder).filter((name) => !isKept(name))
  const removed = loose.slice(0, most)
  for (const name of removed) unlinkSync(join(folder, name))
  return removed.length
}
