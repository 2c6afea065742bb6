/** Which files are the home folder's own: those in it, by whatever path, and those that are one of its files under another name. */
import { readdirSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `path` has no link in its folders; `stat` is of what stands there, if anything does. */
export function isOfHome(home: string, path: string, stat: Stats | undefined): boolean {
  const root = statSync(home, { throwIfNoEntry: false })
  if (root === undefined) return false
  if (isBelow(dirname(path), root)) return true
  return stat?.isFile() === true && stat.nlink > 1 && holds(home, stat)
}

/** By what the folders are and not by how they are called: a home may have several paths. */
function isBelow(folder: string, root: Stats): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat !== undefined && isSame(stat, root)) return true
  const parent = dirname(folder)
  return parent !== folder && isBelow(parent, root)
}

/** Whether one of the files in a folder, however deep, is this one. */
function holds(folder: string, wanted: Stats): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return holds(path, wanted)
    const stat = entry.isFile() ? statSync(path, { throwIfNoEntry: false }) : undefined
    return stat !== undefined && isSame(stat, wanted)
  })
}

function isSame(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino
}
