/** What of the home folder is a hook's: a link in it may lead to the token or the database, which nothing loads, shows or writes as code. */
import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'

/** Whether a path leads to a file of the home folder that is neither a hook nor a program. False where it leads nowhere. */
export function leadsIntoHome(home: string, path: string): boolean {
  const [real, root] = [realOf(path), realOf(home)]
  if (real === null || root === null || !isWithin(root, real)) return false
  return !['hooks', 'programs'].some((name) => isWithin(realOf(join(root, name)) ?? join(root, name), real))
}

export const OWN_GROUND = "it leads to a file of Belay's own, which is no hook"

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep)
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
