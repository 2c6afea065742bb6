/**
 * What of the home folder is code: a hook may be a link into it, but the token, the database and the settings are there too,
 * which nothing loads, shows or writes as code.
 */
import { realpathSync } from 'node:fs'
import { extname, join, sep } from 'node:path'

/** What a hook file may be called. */
export const HOOK_EXTENSIONS: readonly string[] = ['.ts', '.mts', '.js', '.mjs']

/** Whether a path leads to a file of the home folder that is no code. False where it leads nowhere. */
export function leadsIntoHome(home: string, path: string): boolean {
  const [real, root] = [realOf(path), realOf(home)]
  if (real === null || root === null || !isWithin(root, real) || HOOK_EXTENSIONS.includes(extname(real))) return false
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
