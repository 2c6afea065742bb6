/**
 * Where a path really leads. Promises: a link out of the workspace is outside, also one that dangles, and also where
 * the last part does not exist yet.
 */

import { lstat, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { Need } from '@belay/agent'
import { isCode } from '../processes/end-group'

export interface RealPath {
  /** Absolute, every link resolved. */
  readonly path: string
  readonly inside: boolean
  /** As people write it: relative to the workspace where it is inside. */
  readonly shown: string
}

/** Links that lead to links: more is a circle. */
const MOST_LINKS = 40

export async function findPath(path: string, workspace: string): Promise<RealPath> {
  if (path.includes('\0')) throw new Error('a path cannot hold a NUL character')
  const root = await realpath(workspace)
  const real = await resolveReal(resolve(root, path), MOST_LINKS)
  const inside = isInside(real, root)
  return { path: real, inside, shown: inside ? relative(root, real) || '.' : real }
}

export function isInside(path: string, root: string): boolean {
  const way = relative(root, path)
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith('../'))
}

/** The real path of what exists, with what does not exist behind it. */
async function resolveReal(path: string, linksLeft: number): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'ENOTDIR')) throw error
  }
  const target = await linkTarget(path)
  if (target !== null) {
    if (linksLeft === 0) throw new Error(`${path} is a circle of links`)
    return resolveReal(resolve(dirname(path), target), linksLeft - 1)
  }
  const parent = dirname(path)
  return parent === path ? path : join(await resolveReal(parent, linksLeft), basename(path))
}

async function linkTarget(path: string): Promise<string | null> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : null
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return null
    throw error
  }
}

/** Reads inside are free; outside a person is asked each time. */
export async function needToRead(path: string, workspace: string): Promise<Need> {
  const { inside, path: real } = await findPath(path, workspace)
  if (inside) return { access: 'free' }
  return { access: 'ask', kind: 'files.read', outside: true, question: `Read ${real}, outside the workspace?` }
}

export async function needToWrite(path: string, workspace: string): Promise<Need> {
  const { inside, shown } = await findPath(path, workspace)
  const question = inside ? `Write ${shown}?` : `Write ${shown}, outside the workspace?`
  return { access: 'ask', kind: 'files.write', outside: !inside, question }
}
