import { statSync } from 'node:fs'

/** Links followed. False also where nobody can tell: a circle of links, a folder that may not be looked into. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
