/**
 * Reads a file that a person named. Promises: only a regular file of bounded size is ever read; a pipe, a device or a folder
 * is a value that says so, and nothing waits for a writer that may never come.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { isCode } from './end-group'
import { whyUnreadable } from './why-unreadable'

export type RegularFile =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly found: boolean; readonly reason: string }

export function readRegular(path: string, mostBytes: number): RegularFile {
  let file: number
  try {
    // Without it opening a pipe waits for somebody who writes.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    return unreadable(error)
  }
  try {
    return readOpen(file, mostBytes)
  } catch (error) {
    return unreadable(error)
  } finally {
    closeSync(file)
  }
}

/** The same for who has another way where it can't be read: throws. */
export function bytesOfRegular(path: string, mostBytes: number): Buffer {
  const read = readRegular(path, mostBytes)
  if (read.ok) return read.bytes
  throw new Error(`${path}: ${read.reason}`)
}

function readOpen(file: number, mostBytes: number): RegularFile {
  const stat = fstatSync(file)
  if (stat.isDirectory()) return refused('it is a folder')
  if (!stat.isFile()) return refused('it is not a regular file')
  // A file may grow while it is read, and some say nothing of their size: one byte more than the bound is asked for.
  const bytes = Buffer.alloc(Math.min(Math.max(stat.size, FIRST_BYTES), mostBytes) + 1)
  let read = 0
  for (let more = 1; more > 0 && read < bytes.length; read += more)
    more = readSync(file, bytes, read, bytes.length - read, null)
  if (read > mostBytes || stat.size > mostBytes) return refused(`it is larger than ${sizeText(mostBytes)}`)
  return { ok: true, bytes: bytes.subarray(0, read) }
}

/** Files of `/proc` say that they are empty; one page of them is enough. */
const FIRST_BYTES = 65_536

function sizeText(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.floor(bytes / 1_024)} KiB` : `${Math.floor(bytes / 1_048_576)} MiB`
}

function refused(reason: string): RegularFile {
  return { ok: false, found: true, reason }
}

function unreadable(error: unknown): RegularFile {
  const found = !isCode(error, 'ENOENT') && !isCode(error, 'ENOTDIR')
  return { ok: false, found, reason: whyUnreadable(error) }
}
