/** What a hook file is known by, and whether it is as it was. */
import { statSync } from 'node:fs'
import { isCode } from '../../processes/end-group'
import { type Bundle, type HookSource, versionOf } from './bundle-hook'

/** One file may be a hook by itself, and one of a program: those are two. */
export function keyOfSource({ file, around }: HookSource): string {
  return around === undefined ? file : `${OF_PROGRAM}${file}`
}

const OF_PROGRAM = 'program:'

export function fileOfKey(key: string): string {
  return key.startsWith(OF_PROGRAM) ? key.slice(OF_PROGRAM.length) : key
}

export function isCurrent({ file, inputs, version }: Pick<Bundle, 'file' | 'inputs' | 'version'>): boolean {
  try {
    return versionOf(file, inputs) === version
  } catch {
    // One of them is gone or can't be read: it is loaded anew, which says so.
    return false
  }
}

/** Not there, as against there and unreadable: a circle of links, a folder that nobody may look into. */
export function isGone(file: string): boolean {
  try {
    statSync(file)
    return false
  } catch (error) {
    return isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')
  }
}
