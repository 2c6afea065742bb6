/** Which hooks of the library are a person's own files, and what is said of each. */
import type { HookProblem } from '@belay/api'
import type { LibraryHook } from '../../lib/api'
import { shortenPath } from '../../lib/format'

export interface HookGroups {
  readonly own: readonly LibraryHook[]
  readonly builtIn: readonly LibraryHook[]
}

export function isOwn({ builtIn, file, slug }: LibraryHook): boolean {
  return !builtIn && file !== null && !slug.includes('/')
}

export function groupsOf(library: readonly LibraryHook[]): HookGroups {
  return { own: byLabel(library.filter(isOwn)), builtIn: byLabel(library.filter(({ builtIn }) => builtIn)) }
}

/** What the list calls it: a person's own by its file, which is what attaches it. */
export function labelOf({ builtIn, name, slug }: LibraryHook): string {
  return builtIn ? name : slug
}

function byLabel(hooks: readonly LibraryHook[]): readonly LibraryHook[] {
  return [...hooks].sort((one, other) =>
    labelOf(one).localeCompare(labelOf(other), 'en', { numeric: true, sensitivity: 'base' }),
  )
}

/** As a session of that many counts: `2 sessions`, `a session`. */
export function sessionsText(count: number): string {
  return count === 1 ? 'a session' : `${count} sessions`
}

/** What became of a save, or stands there since: the file's error, and what runs meanwhile. Null where all is well. */
export function errorText(hook: LibraryHook, sessions: number, clock: (at: number) => string): string | null {
  if (hook.error === null) return null
  const { line } = hook.error
  const where = line === null ? 'It has an error' : `It has an error in line ${line}`
  const used = sessions === 0 ? '' : ` in ${sessionsText(sessions)}`
  if (hook.version === null) return `${where}, so it is not asked${used}.`
  const version = hook.versionAt === undefined ? 'the version before it' : `the version of ${clock(hook.versionAt)}`
  return `${where}; ${version} goes on running${used}.`
}

/** A line of the hook's own file; a mistake in what it imports has a line of that file, and is told with it. */
export function ownPlace({ file, line, message }: HookProblem, slug: string): Pick<HookProblem, 'line' | 'message'> {
  const name = file?.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  if (file === null || name === slug) return { line, message }
  return { line: null, message: `${shortenPath(file)}${line === null ? '' : `:${line}`}: ${message}` }
}

export function languageOf(file: string): 'ts' | 'js' {
  return /\.m?js$/.test(file) ? 'js' : 'ts'
}

const SLUG = /^[A-Za-z0-9][A-Za-z0-9-]{0,59}$/

/** What is wrong with a name for a new hook, or null. */
export function slugProblem(slug: string, library: readonly LibraryHook[]): string | null {
  if (!SLUG.test(slug)) return 'Letters, digits and dashes, at most 60 of them.'
  const taken = library.find((hook) => hook.slug === slug)
  if (taken === undefined) return null
  return taken.builtIn ? `A built-in hook is called ${slug}.` : `You have a hook called ${slug}.`
}

/** The first free one of `name`, `name-2`, `name-3`, … */
export function freeSlug(name: string, library: readonly LibraryHook[]): string {
  const taken = new Set(library.map(({ slug }) => slug))
  for (let nth = 1; ; nth += 1) {
    const slug = nth === 1 ? name : `${name}-${nth}`
    if (!taken.has(slug)) return slug
  }
}

/** A hook's text under another name: the first `name: '…'` of it. */
export function renamed(text: string, name: string): string {
  return text.replace(/(\bname:\s*)(['"`])(?:\\.|(?!\2)[^\\\n])*\2/, (_, key: string) => `${key}'${name}'`)
}
