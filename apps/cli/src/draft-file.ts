/**
 * A file that is written whole or not at all: a draft beside it takes its place when it is done. Promises: until then what was
 * there is as it was; a draft that is dropped, or whose process ends, is gone; a link stays one; nothing of the home folder is
 * ever replaced. What is no file (a pipe, a device) is written to as it is. Failures are one sentence.
 */
import { randomBytes } from 'node:crypto'
import { accessSync, constants, lstatSync, readlinkSync, realpathSync, rmSync, type Stats, statSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Context } from './context'
import { failed, reasonOf, usage } from './failure'
import { isOfHome } from './home-files'

export interface DraftFile {
  /** As it is called in what is said about it: absolute. */
  readonly path: string
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

/** A session says more than its person may want others on the machine to read. */
const NEW_MODE = 0o600

/** `file` is as the person wrote it. */
export async function openDraft(file: string, { cwd, home }: Pick<Context, 'cwd' | 'home'>): Promise<DraftFile> {
  if (file === '') throw usage('-o names a file; here it names nothing')
  const named = resolve(cwd, file)
  // Nothing but a folder is called so, whether it is there or not.
  if (/(?:^|\/)\.{0,2}$/.test(file)) throw usage(`${named} is a folder; name a file in it`)
  const target = telling(() => targetOf(named, home), unwritable(named))
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
    path: named,
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

function targetOf(named: string, home: string): Target {
  const path = whereLinksLead(named)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isDirectory() === true) throw usage(`${named} is a folder; name a file in it`)
  if (isOfHome(home, path, stat))
    throw usage(`${named} is in Belay's home folder, ${home}, where nothing is exported to; name a file elsewhere`)
  if (stat === undefined) return { draft: draftOf(path), path, mode: NEW_MODE }
  accessSync(path, constants.W_OK)
  return { draft: stat.isFile() ? draftOf(path) : path, path, mode: stat.mode & 0o777 }
}

/** As many as the system follows. */
const MOST_LINKS = 40

/** A link stays one: what it leads to is replaced, or made where it is not there yet. */
function whereLinksLead(named: string): string {
  let path = named
  for (let links = 0; links <= MOST_LINKS; links++) {
    // What a link in `/proc` says is no path: `pipe:[4711]`.
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat !== undefined) return real(path, stat)
    const link = lstatSync(path, { throwIfNoEntry: false })
    if (link?.isSymbolicLink() !== true) return join(realpathSync(dirname(path)), basename(path))
    path = resolve(realpathSync(dirname(path)), readlinkSync(path))
  }
  throw usage(`${named} cannot be written: its links lead in a circle`)
}

function real(path: string, stat: Stats): string {
  return stat.isFile() || stat.isDirectory() ? realpathSync(path) : path
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
