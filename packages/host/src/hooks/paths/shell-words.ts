/** Words of a command line as the paths that a shell would make of them. Promises: bounded, and silent about what it can't see. */
import { readdirSync } from 'node:fs'
import { matchesGlob } from '../commands/glob'

export interface Home {
  /** What `~` and `$HOME` are. */
  readonly person: string
}

/** Each is looked at, which takes some 5 µs: a call must not hold the server up for longer than a moment. */
const MOST_FILES = 10_000

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

/** The words of one call with the files that their wildcards stand for now. As in shells, `*` is no name that begins with a dot. */
export class WordSpreader {
  private left = MOST_FILES
  /** Some of the files were not looked at. */
  tooMany = false

  /** The word itself, and what it stands for. */
  spread(path: string, folder: string): readonly string[] {
    if (!/[*?]/.test(path)) return [path]
    let found: readonly string[] = [path.startsWith('/') ? '/' : `${folder}/`]
    for (const part of path.split('/').filter((part) => part !== '')) {
      found = found.flatMap((base) => this.namesIn(base, part).map((name) => `${base}${name}/`))
    }
    return [path, ...found.map((each) => each.slice(0, -1))]
  }

  private namesIn(folder: string, pattern: string): readonly string[] {
    if (!/[*?]/.test(pattern)) return [pattern]
    if (this.tooMany) return []
    const hidden = pattern.startsWith('.')
    const names = listFolder(folder).filter(
      (name) => (hidden || !name.startsWith('.')) && matchesGlob(pattern, name, '?'),
    )
    // Looking costs too, also where nothing is found.
    this.left -= names.length + 1
    this.tooMany = this.left < 0
    return this.tooMany ? [] : names
  }
}

/** What is in a folder; nothing where there is none, or it may not be read. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
