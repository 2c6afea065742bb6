/** Words of a command line as the paths that a shell would make of them. Promises: bounded, and silent about what it can't see. */
import { readdirSync } from 'node:fs'
import { matchesGlob } from '../commands/glob'

export interface Home {
  /** What `~` and `$HOME` are. */
  readonly person: string
}

/** A word may stand for a folder full of files; more than this are not told apart. */
const MOST_FILES = 5_000

/** `~/x`, `$HOME/x`, `$PWD/x` as paths; null for what is no path at all, such as an address. */
export function pathOfWord(word: string, folder: string, { person }: Home): string | null {
  if (word === '' || word.includes('\0')) return null
  if (word.startsWith('file://')) return pathOfWord(word.slice('file://'.length), folder, { person })
  if (/^[A-Za-z][\w+.-]*:\/\//.test(word)) return null
  const home = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/.exec(word)?.[0]
  if (home !== undefined) return person + word.slice(home.length)
  const here = /^(?:\$PWD|\$\{PWD\}|\$\(…\))(?=\/|$)/.exec(word)?.[0]
  return here === undefined ? word : folder + word.slice(here.length)
}

/** The word itself, and the files that its wildcards stand for now. As in shells, `*` is no name that begins with a dot. */
export function spreadWord(path: string, folder: string): readonly string[] {
  if (!/[*?]/.test(path)) return [path]
  let found: readonly string[] = [path.startsWith('/') ? '/' : `${folder}/`]
  for (const part of path.split('/').filter((part) => part !== '')) {
    found = found.flatMap((base) =>
      /[*?]/.test(part) ? namesIn(base, part).map((name) => `${base}${name}/`) : `${base}${part}/`,
    )
    if (found.length > MOST_FILES) found = found.slice(0, MOST_FILES)
  }
  return [path, ...found.map((each) => each.slice(0, -1))]
}

function namesIn(folder: string, pattern: string): readonly string[] {
  const hidden = pattern.startsWith('.')
  return listFolder(folder).filter((name) => (hidden || !name.startsWith('.')) && matchesGlob(pattern, name, '?'))
}

/** What is in a folder; nothing where there is none, or it may not be read. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
