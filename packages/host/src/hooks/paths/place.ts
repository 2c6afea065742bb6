/**
 * Where a path leads, for guards that must know at once. Promises: total, and it looks at the file system and nothing
 * else: each path costs one `realpath` (about 5 µs on a local disk), one more for each folder that is not there yet. A
 * disk that does not answer holds the server up; the tools that come after would wait for it too.
 */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'

export interface Place {
  /** Absolute, as it was written, with `.` and `..` taken out of the text. */
  readonly named: string
  /**
   * Absolute, every link resolved, with what does not exist behind it. Two where `..` stands behind a link: file tools
   * take it out of the text, programs follow the link first. None where nobody can tell, such as a circle of links.
   */
  readonly real: readonly string[]
}

/** Links that lead to links: more is a circle. */
const MOST_LINKS = 40

export function placeOf(path: string, folder: string): Place {
  const named = resolve(folder, path)
  // Not joined: that would take `..` out of the text.
  const walked = realPath(isAbsolute(path) ? path : `${folder}/${path}`, MOST_LINKS)
  const read = path.includes('..') ? realPath(named, MOST_LINKS) : walked
  const real = walked === null || read === null ? [] : walked === read ? [walked] : [walked, read]
  return { named, real }
}

export function isWithin(path: string, folder: string): boolean {
  // Most are, and are written plainly; to work out the way costs ten times as much.
  if (path.startsWith(folder) && path[folder.length] === '/' && !/\/\.\.?(?:\/|$)/.test(path)) return true
  const way = relative(folder, path)
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith('../'))
}

/** As people write it. */
export function shownPath(path: string, workspace: string): string {
  return isWithin(path, workspace) ? relative(workspace, path) || '.' : path
}

function realPath(path: string, linksLeft: number): string | null {
  const stands = whatStands(path)
  if (stands === 'nothing') {
    const parent = dirname(path)
    if (parent === path) return path
    const real = realPath(parent, linksLeft)
    return real === null ? null : join(real, basename(path))
  }
  try {
    return realpathSync.native(path)
  } catch {
    // A link that dangles leads where it says; what can't be seen, or is a circle, leads nowhere.
    if (stands !== 'link' || linksLeft === 0) return null
    return realPath(resolve(dirname(path), readlinkSync(path)), linksLeft - 1)
  }
}

/** Looked at first: an exception for each path that is not there yet would cost five times as much. */
function whatStands(path: string): 'nothing' | 'link' | 'something' {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return 'nothing'
    return stat.isSymbolicLink() ? 'link' : 'something'
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOTDIR'
    return isMissing ? 'nothing' : 'something'
  }
}

export function isThere(path: string): boolean {
  return whatStands(path) !== 'nothing'
}
