/**
 * A file that is written whole or not at all: a draft beside it takes its place when it is done. Promises: until then what was
 * there is as it was; a draft that is dropped, or whose process ends, is gone. What is no file (a pipe, a device) is written to
 * as it is. Failures are one sentence.
 */
import { randomBytes } from 'node:crypto'
import { accessSync, constants, realpathSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { failed, usage } from './failure'

export interface DraftFile {
  /** Resolves when the text is with the system. */
  write(text: string): Promise<void>
  /** From now on it is the file. */
  keep(): Promise<void>
  /** Without effect once it was kept. */
  drop(): Promise<void>
}

interface Target {
  /** Where the text goes first. */
  readonly draft: string
  readonly path: string
  readonly mode: number
}

/** What a new file has, less what the person's umask takes. */
const NEW_MODE = 0o666

export async function openDraft(named: string): Promise<DraftFile> {
  const target = telling(() => targetOf(named), unwritable(named))
  const { draft, path } = target
  const isDraft = draft !== path
  const remove = (): void => {
    if (isDraft) rmSync(draft, { force: true })
  }
  const handle = await open(draft, isDraft ? 'wx' : 'w', target.mode).catch(throwing(unwritable(named)))
  process.once('exit', remove)
  const end = async (finish: () => Promise<void>): Promise<void> => {
    await handle.close()
    await finish()
    process.off('exit', remove)
  }
  return {
    write: (text) => handle.appendFile(text).catch(throwing(unfinished(named))),
    keep: () => saved(handle, isDraft, () => end(async () => (isDraft ? rename(draft, path) : undefined)), named),
    drop: () => end(async () => remove()).catch(throwing(unfinished(named))),
  }
}

async function saved(handle: FileHandle, isDraft: boolean, end: () => Promise<void>, named: string): Promise<void> {
  try {
    // A name that points to a file which a crash leaves empty would be half a file.
    if (isDraft) await handle.sync()
    await end()
  } catch (error) {
    throw unfinished(named)(error)
  }
}

function targetOf(named: string): Target {
  if (named === '') throw usage('-o names a file; here it names nothing')
  const stat = statSync(named, { throwIfNoEntry: false })
  if (stat === undefined) return { draft: draftOf(named), path: named, mode: NEW_MODE }
  if (stat.isDirectory()) throw usage(`${named} is a folder; name a file in it`)
  accessSync(named, constants.W_OK)
  // A link stays one: what it leads to is replaced.
  const path = realpathSync(named)
  return { draft: stat.isFile() ? draftOf(path) : path, path, mode: stat.mode & 0o777 }
}

function draftOf(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(4).toString('hex')}.part`)
}

function telling<T>(run: () => T, told: (error: unknown) => Error): T {
  try {
    return run()
  } catch (error) {
    throw told(error)
  }
}

function throwing(told: (error: unknown) => Error): (error: unknown) => never {
  return (error) => {
    throw told(error)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links lead in a circle',
}

function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  return reasons[error.code] ?? error.code
}

function unwritable(named: string): (error: unknown) => Error {
  return (error) => told(error, (reason) => usage(`${named} cannot be written: ${reason}`))
}

function unfinished(named: string): (error: unknown) => Error {
  return (error) =>
    told(error, (reason) => failed(`${named} could not be written: ${reason}; what was there is as it was`))
}

function told(error: unknown, say: (reason: string) => Error): Error {
  const reason = reasonOf(error)
  if (reason !== null) return say(reason)
  return error instanceof Error ? error : new Error(String(error))
}
