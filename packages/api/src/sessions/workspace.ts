/**
 * A workspace is a folder that exists; everywhere it goes by its real path, without symbolic links. Promises: what is no such
 * folder is refused in one sentence; none is ever made. The folder of a new session never holds Belay's own home, nor lies in it:
 * tools read their workspace freely, and the home has the token that opens the API.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, relative, sep } from 'node:path'
import { type Home, reasonOf } from '../home/home'
import { OperationError } from '../operations'

/** What Linux takes as a path (PATH_MAX). */
export const MOST_PATH = 4096

export function resolveWorkspace(path: string, home: Pick<Home, 'root' | 'tour'>): string {
  const folder = existingFolder(path)
  const why = whyNotHere(folder, home)
  if (why !== null) throw new OperationError('bad_input', `${folder} cannot be a workspace: ${why}`)
  return folder
}

/** The real path of a folder that is there. Relative paths mean nothing here: the server's folder is nobody's. */
export function existingFolder(path: string): string {
  const absolute = expand(path)
  try {
    if (!statSync(absolute).isDirectory())
      throw new OperationError('bad_input', `${absolute} is a file; a workspace is a folder.`)
    accessSync(absolute, constants.R_OK | constants.X_OK)
    return realpathSync(absolute)
  } catch (error) {
    if (error instanceof OperationError) throw error
    throw new OperationError('bad_input', sentenceOf(absolute, error))
  }
}

function expand(path: string): string {
  if (path.trim() === '') throw refused('A session needs a workspace: the folder that it works in.')
  if (path.length > MOST_PATH)
    throw refused(`The path of a workspace has at most ${MOST_PATH} characters; this one has ${path.length}.`)
  if (path.includes('\0')) throw refused('The path of a workspace holds a NUL byte; no folder has one in its name.')
  const named = path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path
  if (!isAbsolute(named))
    throw refused(
      `${named} is a relative path; name the workspace from the root on (/…) or from your home folder (~/…).`,
    )
  return named
}

function refused(sentence: string): OperationError {
  return new OperationError('bad_input', sentence)
}

function sentenceOf(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is no folder ${path}. Create it, or name another workspace.`
    case 'EACCES':
    case 'EPERM':
      return `The folder ${path} may not be read by this user. Name another workspace.`
    case 'ELOOP':
      return `${path} leads in a circle of symbolic links. Name another workspace.`
    case 'ENAMETOOLONG':
      return `A name in the path of this workspace is longer than a file system takes. Name another workspace.`
    default:
      return `The folder ${path} cannot be used: ${reasonOf(error)}.`
  }
}

function whyNotHere(folder: string, home: Pick<Home, 'root' | 'tour'>): string | null {
  const root = realpathSync(home.root)
  const tools = 'the tools of a session could read the token that opens Belay. Choose another folder.'
  if (isWithin(root, folder)) {
    const what = folder === root ? 'it is' : folder === sep ? 'it is all of this machine, and holds' : 'it holds'
    return `${what} Belay's home folder${folder === root ? '' : ` ${root}`}, and ${tools}`
  }
  if (!isWithin(folder, root) || isWithin(folder, realpathSync(home.tour))) return null
  return `it is part of Belay's home folder ${root}, and ${tools}`
}

/** Whether `path` is `folder` or below it. */
function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}
