/** Why something could not be written, for people: what happened and what to do. Of files and of the database alike. */
import { OperationError } from '../operations'

export interface WriteProblem {
  /** The beginning of a sentence, without a dot. */
  readonly what: string
  readonly todo: string
}

const LOCKED: WriteProblem = {
  what: 'The database is locked by another program',
  todo: 'Try again once that program has let go of it.',
}
const FULL: WriteProblem = { what: 'The disk is full', todo: 'Make some room, then try again.' }
const READ_ONLY: WriteProblem = {
  what: 'The file system can only be read',
  todo: 'Make it writable, then try again.',
}
const FORBIDDEN: WriteProblem = {
  what: 'This user may not write there',
  todo: 'Look at who owns the file and its folder, and at their permissions, then try again.',
}

/** By the code of Node, or the beginning of SQLite's. */
const PROBLEMS: Readonly<Record<string, WriteProblem>> = {
  SQLITE_BUSY: LOCKED,
  SQLITE_LOCKED: LOCKED,
  SQLITE_FULL: FULL,
  SQLITE_IOERR_WRITE: FULL,
  SQLITE_READONLY: READ_ONLY,
  SQLITE_CANTOPEN: FORBIDDEN,
  SQLITE_PERM: FORBIDDEN,
  ENOSPC: FULL,
  EDQUOT: { what: 'This user has used up what it may have of the disk', todo: FULL.todo },
  EROFS: READ_ONLY,
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EFBIG: { what: 'The file would be larger than this file system takes', todo: 'Make it smaller, then try again.' },
  EMFILE: { what: 'Belay has too many files open', todo: 'Try again in a moment.' },
  ENFILE: { what: 'This machine has too many files open', todo: 'Try again in a moment.' },
  EIO: { what: 'The disk did not answer as it should', todo: 'Look at the disk, then try again.' },
  ENAMETOOLONG: { what: 'The name is longer than this file system takes', todo: 'Choose a shorter one.' },
  ENOTDIR: { what: 'Where a folder should be is a file', todo: 'Put that file aside, then try again.' },
  EISDIR: { what: 'Where the file should be is a folder', todo: 'Put that folder aside, then try again.' },
  ELOOP: { what: 'The links there lead in a circle', todo: 'Put the link aside, then try again.' },
}

/** Null where nothing is known of it: a mistake of ours. */
export function writeProblem(error: unknown): WriteProblem | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const own = PROBLEMS[code] ?? PROBLEMS[code.split('_').slice(0, 2).join('_')]
  if (own !== undefined) return own
  return error instanceof Error && error.cause !== undefined ? writeProblem(error.cause) : null
}

/** `kept`: what is as it was, as a sentence. */
export function toldProblem({ what, todo }: WriteProblem, kept: string): string {
  return `${what}. ${kept} ${todo}`
}

/** Runs what writes. A failure that a person can do something about says what is as it was. */
export async function writing<T>(kept: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const problem = writeProblem(error)
    throw problem === null ? error : new OperationError('unavailable', toldProblem(problem, kept))
  }
}
