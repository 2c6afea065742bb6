/** Words of a command line as the paths that a shell would make of them. Promises: bounded, and silent about what it can't see. */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UNKNOWN } from '../commands/build-commands'
import { hasWildcard, matchesShellGlob } from '../commands/glob'
import { isThere } from './place'

export interface Home {
  /** What `~` and `$HOME` are. */
  readonly person: string
}

/** Each is looked at, which takes some 5 µs: a call must not hold the server up for longer than a moment. */
const MOST_FILES = 10_000

/** Where a shell stands. */
export interface Spot {
  readonly folder: string
  /** What `cd -` leads back to; null where nobody can tell. */
  readonly last: string | null
  /** What `popd` leads back to, the next one first. */
  readonly stack: readonly string[]
}

export function spotAt(folder: string): Spot {
  return { folder, last: null, stack: [] }
}

/** `~/x`, `~name/x`, `$HOME/x`, `$PWD/x` as paths; null for what is no path at all, such as an address. */
export function pathOfWord(word: string, spot: Spot, home: Home): string | null {
  if (word === '' || word === UNKNOWN || word.includes('\0')) return null
  if (word.startsWith('file://')) return pathOfWord(word.slice('file://'.length), spot, home)
  if (/^[A-Za-z][\w+.-]*:\/\//.test(word)) return null
  const [first] = /^[^/]*/.exec(word) ?? ['']
  const base = baseOf(first, spot, home)
  return base === null ? word : base + word.slice(first.length)
}

/** What the first part of a word stands for, or null where it is a name. */
function baseOf(first: string, { folder, last }: Spot, { person }: Home): string | null {
  const variable = /^\$(?:(\w+)|\{(\w+)\})$/.exec(first)
  switch (variable?.[1] ?? variable?.[2] ?? first) {
    case 'HOME':
      return variable === null ? null : person
    case 'PWD':
      return variable === null ? null : folder
    case 'OLDPWD':
      return variable === null ? null : last
    case '~':
      return person
    case '~+':
    // Most likely `$(pwd)`, where more stands behind it.
    case UNKNOWN:
      return folder
    case '~-':
      return last
    default:
      return /^~[A-Za-z_][\w.-]*$/.test(first) ? homeOf(first.slice(1), person) : null
  }
}

/** Where somebody's home most likely is; which folder it is matters less than that it is none of ours. */
function homeOf(name: string, person: string): string {
  const homes = dirname(person)
  const places = [join(homes, name), `/home/${name}`, `/Users/${name}`, `/${name}`, `/var/${name}`, `/var/lib/${name}`]
  return places.find(isThere) ?? join(homes, name)
}

/** The words of one call with the files that their wildcards stand for now. */
export class WordSpreader {
  private left = MOST_FILES
  /** Some of the files were not looked at. */
  tooMany = false

  /** The word itself, and what it stands for. */
  spread(path: string, folder: string): readonly string[] {
    if (!hasWildcard(path)) return [path]
    let found: readonly string[] = [path.startsWith('/') ? '/' : `${folder}/`]
    for (const part of path.split('/').filter((part) => part !== '')) {
      found = found.flatMap((base) => this.namesIn(base, part).map((name) => `${base}${name}/`))
    }
    return [path, ...found.map((each) => each.slice(0, -1))]
  }

  private namesIn(folder: string, pattern: string): readonly string[] {
    if (!hasWildcard(pattern)) return [pattern]
    if (this.tooMany) return []
    const names = namesLike(listFolder(folder), pattern)
    // Looking costs too, also where nothing is found.
    this.left -= names.length + 1
    this.tooMany = this.left < 0
    return this.tooMany ? [] : names
  }
}

/** Longer than any path. */
const LONGEST_PATTERN = 4_096

/** As in shells, `*` is no name that begins with a dot. */
export function namesLike(names: readonly string[], pattern: string): readonly string[] {
  // Any of them may be meant.
  if (pattern.length > LONGEST_PATTERN) return names
  const hidden = pattern.startsWith('.')
  return names.filter((name) => (hidden || !name.startsWith('.')) && matchesShellGlob(pattern, name))
}

/** What is in a folder; nothing where there is none, or it may not be read. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
