/**
 * Which paths a person means: `.env` (that name anywhere), `src/*.ts` (below the workspace), `~/.ssh`, `/etc`. A path is
 * meant with everything in it; `!` takes out again, and the last pattern that fits says which. Promises: bounded by
 * pattern × path, whatever the pattern.
 */
import { isAbsolute, join, resolve } from 'node:path'
import { CLOSE, COMMA, expandBraces, OPEN } from '../commands/expand-braces'
import { matchesGlob, matchesWild } from '../commands/glob'
import { isWithin } from './place'

export interface PathGlobs {
  /** The pattern that means this path, as the person wrote it, or null. `path` is absolute. */
  find(path: string, workspace: string): string | null
  /** Absolute paths below a folder that are meant by name and need not be looked for. */
  below(folder: string, workspace: string): readonly string[]
}

export interface GlobsOptions {
  /** What `~` is. */
  readonly person: string
  /** `A` and `a` are one name. */
  readonly foldCase: boolean
}

/** As many as anybody writes; the work is this times the paths of a command. */
export const MOST_GLOBS = 200

interface Glob {
  readonly text: string
  readonly not: boolean
  /** From the root of the disk, else from the workspace. */
  readonly absolute: boolean
  readonly parts: readonly string[]
  /** Where it is one name, wherever that stands: whether a part of a path is it. */
  readonly isName: ((part: string) => boolean) | null
  /** Without a wildcard: where it leads, from its root; null where it is not one place. */
  readonly literal: string | null
}

export function pathGlobs(patterns: readonly string[], options: GlobsOptions): PathGlobs {
  const globs = patterns.slice(0, MOST_GLOBS).flatMap((text) => readGlob(text, options))
  const fold = (text: string) => (options.foldCase ? text.normalize('NFC').toLowerCase() : text)
  return {
    find(path, workspace) {
      const inside = path === workspace || path.startsWith(workspace.endsWith('/') ? workspace : `${workspace}/`)
      const absolute = partsOf(fold(path))
      const own = inside ? partsOf(fold(path.slice(workspace.length))) : null
      const last = globs.findLast((glob) => means(glob, glob.absolute ? absolute : (own ?? outside(glob, absolute))))
      return last === undefined || last.not ? null : last.text
    },
    below(folder, workspace) {
      const places = globs.flatMap(({ not, absolute, literal }) => {
        if (not || literal === null) return []
        return [absolute ? literal : resolve(workspace, literal)]
      })
      return places.filter((place) => place !== folder && isWithin(place, folder))
    },
  }
}

/** Outside of the workspace only names are meant. */
function outside({ parts }: Glob, path: readonly string[]): readonly string[] | null {
  return parts[0] === '**' ? path : null
}

function means({ parts, isName }: Glob, path: readonly string[] | null): boolean {
  if (path === null) return false
  return isName === null ? matchesParts(parts, path) : path.some(isName)
}

/** As many names as are kept in mind: most folders stand in many paths. */
const MOST_KNOWN = 10_000

function nameMatcher(name: string): (part: string) => boolean {
  const known = new Map<string, boolean>()
  return (part) => {
    const before = known.get(part)
    if (before !== undefined) return before
    if (known.size > MOST_KNOWN) known.clear()
    const is = matchesGlob(name, part, '?')
    known.set(part, is)
    return is
  }
}

/** Why a pattern is none, or null. */
export function globProblem(text: string): string | null {
  const bare = text.trim().replace(/^!/, '')
  if (bare === '') return 'a pattern must not be empty'
  if (bare.split('/').includes('..')) return 'a pattern outside the workspace is written from `/` or `~`'
  return braced(bare) === null ? 'it expands into too many patterns' : null
}

function readGlob(text: string, { person, foldCase }: GlobsOptions): readonly Glob[] {
  const not = text.trim().startsWith('!')
  const bare = text.trim().replace(/^!/, '')
  return (braced(bare) ?? []).map((one) => {
    const path = one === '~' || one.startsWith('~/') ? join(person, one.slice(1)) : one
    const folded = foldCase ? path.normalize('NFC').toLowerCase() : path
    const absolute = isAbsolute(folded)
    const parts = partsOf(folded.replace(/(?:\/\*\*)*\/*$/, ''))
    // A name without a slash is meant wherever it stands. What is in a folder that is meant is meant too.
    const named = !absolute && parts.length === 1 && !/^\.\//.test(path)
    const literal = named || /[*?]/.test(path) ? null : path.replace(/(?:\/\*\*)*\/*$/, '')
    const [name = ''] = parts
    const isName = named && name !== '**' ? nameMatcher(name) : null
    return { text, not, absolute, parts: [...(named ? ['**'] : []), ...parts, '**'], isName, literal }
  })
}

function braced(text: string): readonly string[] | null {
  return text.includes('{')
    ? expandBraces(text.replaceAll('{', OPEN).replaceAll(',', COMMA).replaceAll('}', CLOSE))
    : [text]
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.')
}

/** As `matchesGlob`, with parts for characters: `**` stands for any number of them. */
function matchesParts(pattern: readonly string[], path: readonly string[]): boolean {
  return matchesWild(pattern, path, {
    isStar: (part) => part === '**',
    isLike: (part, item) => matchesGlob(part, item, '?'),
  })
}
