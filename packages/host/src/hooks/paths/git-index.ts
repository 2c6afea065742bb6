/**
 * The files that git keeps in a folder, as its index says: which of them a `git checkout .` could put back. Promises:
 * reads one file and runs nothing; null where it can't be read.
 */
import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { bytesOfRegular } from '../../processes/read-regular'
import { isThere } from './place'

export interface KeptFile {
  /** Absolute. */
  readonly path: string
  readonly size: number
  readonly changedMs: number
}

export interface Repository {
  readonly root: string
  readonly files: ReadonlyMap<string, KeptFile>
}

/** About a hundred thousand files, which take a second: a call must not hold the server up for longer. */
const LARGEST_BYTES = 10_000_000
/** Up to the name, with its flags: ten numbers, a name of 20 bytes for the content, the flags. */
const HEAD_BYTES = 62
const FLAGS_AT = 60
/** One byte for each letter. */
const PLAIN = /^[ -~]*$/
const EXTENDED = 0x4000
const FIRST_BYTE = 0x80

/** Null where what it keeps can't be told. */
export function repositoryAt(folder: string): Repository | null {
  const root = rootAbove(folder)
  if (root === null) return { root: folder, files: new Map() }
  try {
    const index = join(gitFolderOf(root), 'index')
    if (!isThere(index)) return { root, files: new Map() }
    return { root, files: readIndex(bytesOfRegular(index, LARGEST_BYTES), root) }
  } catch {
    // Not an index that we know.
    return null
  }
}

/** Whether what is on the disk is not what git last saw there. */
export function mayDiffer({ path, size, changedMs }: KeptFile): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined || stat.size !== size || Math.abs(stat.mtimeMs - changedMs) > 1
}

function rootAbove(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (isThere(join(at, '.git'))) return at
    if (dirname(at) === at) return null
  }
}

/** Of a second working tree `.git` is a file that says where it is. */
function gitFolderOf(root: string): string {
  const folder = join(root, '.git')
  if (statSync(folder).isDirectory()) return folder
  return resolve(root, /^gitdir: (.+)$/m.exec(bytesOfRegular(folder, LARGEST_BYTES).toString('utf8'))?.[1] ?? '.git')
}

function readIndex(bytes: Buffer, root: string): ReadonlyMap<string, KeptFile> {
  const version = bytes.readUInt32BE(4)
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) throw new Error('no index')
  const files = new Map<string, KeptFile>()
  const base = root.endsWith('/') ? root : `${root}/`
  let [at, name] = [12, '']
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const start = at
    at += HEAD_BYTES + ((bytes.readUInt16BE(start + FLAGS_AT) & EXTENDED) === 0 ? 0 : 2)
    const kept = version === 4 ? readOffset(bytes, at) : { value: name.length, next: at }
    const end = bytes.indexOf(0, kept.next)
    if (end < 0) throw new Error('no index')
    name = (version === 4 ? name.slice(0, name.length - kept.value) : '') + bytes.toString('latin1', kept.next, end)
    // Before version 4 each is filled up to a multiple of eight.
    at = version === 4 ? end + 1 : start + Math.ceil((end + 1 - start) / 8) * 8
    const path = base + (PLAIN.test(name) ? name : Buffer.from(name, 'latin1').toString('utf8'))
    const changedMs = bytes.readUInt32BE(start + 8) * 1_000 + bytes.readUInt32BE(start + 12) / 1_000_000
    files.set(path, { path, size: bytes.readUInt32BE(start + 36), changedMs })
  }
  return files
}

/** How many bytes of the name before are dropped, as git packs such numbers. */
function readOffset(bytes: Buffer, at: number): { readonly value: number; readonly next: number } {
  let next = at
  let byte = bytes.readUInt8(next++)
  let value = byte & 0x7f
  while ((byte & FIRST_BYTE) !== 0) {
    byte = bytes.readUInt8(next++)
    value = ((value + 1) << 7) | (byte & 0x7f)
  }
  return { value, next }
}
