import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** With its parents. Node's own recursive `mkdir` never returns below a folder that takes none, such as `/proc`. */
export function makeFolder(path: string, mode = 0o777): void {
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another one made it in between.
    if (!existsSync(path)) throw error
  }
}
