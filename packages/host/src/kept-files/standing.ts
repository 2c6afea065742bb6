/**
 * What stands at a path, and putting something else there. Promises: nothing is read or written through a link, and so never
 * outside of where the path says; a file is replaced or removed only while it still is what was seen.
 */
import { lstat, readFile, realpath, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isCode } from '../processes/end-group'
import { readRegular } from '../processes/read-regular'
import type { Drafts } from '../tools/drafts'
import { publishNew, publishOver } from '../tools/publish'
import { hashOf, MOST_CONTENT_BYTES } from './content-store'

export type Standing =
  | { readonly kind: 'file'; readonly hash: string; readonly content: Buffer; readonly mode: number }
  | { readonly kind: 'nothing' }
  /** Something that is not touched; the reason is a sentence's end: `it is a folder by now`. */
  | { readonly kind: 'other'; readonly reason: string }

/** `path` is absolute and was real when it was noted. */
export async function lookAt(path: string): Promise<Standing> {
  try {
    return await look(path)
  } catch (error) {
    return { kind: 'other', reason: `it can't be looked at (${reasonOf(error)})` }
  }
}

async function look(path: string): Promise<Standing> {
  const way = await whyNotReal(dirname(path))
  if (way !== null) return { kind: 'other', reason: way }
  const stats = await lstatOf(path)
  if (stats === null) return { kind: 'nothing' }
  if (stats.isSymbolicLink()) return { kind: 'other', reason: 'it is a link by now' }
  if (stats.isDirectory()) return { kind: 'other', reason: 'it is a folder by now' }
  const file = readRegular(path, MOST_CONTENT_BYTES)
  if (!file.ok) return file.found ? { kind: 'other', reason: file.reason } : { kind: 'nothing' }
  return { kind: 'file', hash: hashOf(file.bytes), content: file.bytes, mode: stats.mode & 0o7777 }
}

/** A folder that is a link by now, or has one above it, leads somewhere else. One that is not there leads nowhere. */
async function whyNotReal(folder: string): Promise<string | null> {
  const stats = await lstatOf(folder)
  if (stats === null) return dirname(folder) === folder ? null : whyNotReal(dirname(folder))
  if (!stats.isDirectory()) return stats.isSymbolicLink() ? LINKED : 'a part of its path is no folder by now'
  return (await realpath(folder)) === folder ? null : LINKED
}

const LINKED = 'a part of its path is a link by now'

async function lstatOf(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return null
    throw error
  }
}

const CHANGED = 'it was changed just now'

export interface Wanted {
  readonly content: Uint8Array
  readonly mode: number | null
}

export interface Placing {
  readonly seen: Standing
  /** Null: the file is to be gone. */
  readonly wanted: Wanted | null
  readonly drafts?: Drafts | undefined
}

/** Null where it is done, else why it is not; then nothing was changed. */
export async function place(path: string, { seen, wanted, drafts }: Placing): Promise<string | null> {
  if (seen.kind === 'other') return seen.reason
  try {
    // Looked at again at the last moment: between the first look and now contents were kept.
    const way = await whyNotReal(dirname(path))
    if (way !== null) return way
    if (seen.kind === 'file' && (await lstatOf(path))?.isFile() !== true) return CHANGED
    return (await publish(path, { seen, wanted, drafts })) ? null : CHANGED
  } catch (error) {
    return `it could not be written (${reasonOf(error)})`
  }
}

type Known = Placing & { readonly seen: Exclude<Standing, { kind: 'other' }> }

async function publish(path: string, { seen, wanted, drafts }: Known) {
  if (wanted === null) return seen.kind === 'nothing' || removeFile(path, seen.content)
  if (seen.kind === 'nothing') return publishNew(path, wanted, drafts)
  const after = { content: wanted.content, mode: wanted.mode ?? seen.mode }
  return publishOver(path, { before: seen.content, after }, drafts)
}

async function removeFile(path: string, seen: Buffer): Promise<boolean> {
  if (!(await readFile(path)).equals(seen)) return false
  await unlink(path)
  return true
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
