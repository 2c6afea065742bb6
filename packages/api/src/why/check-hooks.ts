/**
 * What is wrong with hook files and programs: all that the home folder has, or those that are named. Code runs only in a worker
 * that can be ended. A folder with an `agent.yaml` or with a program's files in `hooks/` is a program; one of its hook files is told of
 * as a part of it. Whatever is named, what can't be looked at is one sentence.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  type HookLibrary,
  isProgramFile,
  type LibraryHook,
  type Program,
  readRegular,
  whyUnreadable,
} from '@belay/host'
import type { HookChecks, HookProblem } from '../contract/hook-files'
import { OperationError } from '../operations'

export interface CheckParts {
  readonly library: HookLibrary
}

const HOOK_FILE = /\.(ts|mts|js|mjs)$/

export async function checkHooks({ library }: CheckParts, paths: readonly string[] = []): Promise<HookChecks> {
  if (paths.length === 0) {
    const [hooks, programs] = [await library.list(), await library.programs()]
    return { hooks, programs, problems: [...hooks.flatMap(hookProblems), ...programs.flatMap(programProblems)] }
  }
  const places = paths.map(placeOf)
  const [hooks, programs] = [await findHooks(library, places), await findPrograms(library, places)]
  const asked = (problem: HookProblem) => places.some((place) => isAbout(place, problem))
  return {
    ...{ hooks, programs },
    problems: [
      ...hooks.flatMap(hookProblems),
      ...programs.flatMap(programProblems).filter(asked),
      ...places.flatMap(emptyProblems),
    ],
  }
}

type Place =
  /** `folder` is that of all of them, where it was named. */
  | { readonly kind: 'files'; readonly files: readonly string[]; readonly folder: string | null }
  | { readonly kind: 'unseen'; readonly path: string; readonly message: string }
  /** `file` is null for all of it. */
  | { readonly kind: 'program'; readonly folder: string; readonly file: string | null }

function placeOf(path: string): Place {
  const seen = lookAt(path)
  if (seen.kind === 'unseen') return seen
  const [inside, above] = [dirname(path), dirname(dirname(path))]
  if (seen.kind === 'file') {
    if (basename(path) === 'agent.yaml') return { kind: 'program', folder: inside, file: path }
    if (basename(inside) === 'hooks' && isProgram(above)) return { kind: 'program', folder: above, file: path }
    return { kind: 'files', files: [path], folder: null }
  }
  if (isProgram(path)) return { kind: 'program', folder: path, file: null }
  if (basename(path) === 'hooks' && isProgram(inside)) return { kind: 'program', folder: inside, file: null }
  return filesOf(path)
}

function filesOf(folder: string): Place {
  try {
    return { kind: 'files', files: filesIn(folder), folder }
  } catch (error) {
    return { kind: 'unseen', path: folder, message: `it can't be checked: ${whyUnreadable(error)}` }
  }
}

type Seen = { readonly kind: 'file' | 'folder' } | Extract<Place, { kind: 'unseen' }>

/** What is not there is a file that does not load. */
function lookAt(path: string): Seen {
  try {
    return { kind: statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? 'folder' : 'file' }
  } catch (error) {
    return { kind: 'unseen', path, message: `it can't be checked: ${whyUnreadable(error)}` }
  }
}

/** Also one without its `agent.yaml`: hook files of a program say what they are by their names, and export no hook of their own. */
function isProgram(folder: string): boolean {
  if (existsSync(join(folder, 'agent.yaml'))) return true
  // A home has the hooks of the library there.
  if (existsSync(join(folder, 'programs'))) return false
  const inside = filesOf(join(folder, 'hooks'))
  const files = inside.kind === 'files' ? inside.files : []
  const plain = files.filter((file) => !exportsHook(file))
  return plain.length > 0 && (plain.length === files.length || plain.some((file) => isProgramFile(stemOf(file))))
}

function stemOf(file: string): string {
  return basename(file).replace(HOOK_FILE, '')
}

/** Longer than any hook that a person wrote. */
const MOST_BYTES = 1_048_576

function exportsHook(file: string): boolean {
  const read = readRegular(file, MOST_BYTES)
  return read.ok && /\bexport\s+default\b|\bas\s+default\b/.test(read.bytes.toString('utf8'))
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => HOOK_FILE.test(name) && !name.endsWith('.d.ts') && !name.startsWith('_'))
    .sort()
    .map((name) => join(folder, name))
}

/** A folder in which there is nothing to check is not in order, nor is what can't be looked at. */
function emptyProblems(place: Place): readonly HookProblem[] {
  const at = { line: null, column: null, severity: 'error' } as const
  if (place.kind === 'unseen') return [{ ...at, file: place.path, message: place.message }]
  if (place.kind !== 'files' || place.folder === null || place.files.length > 0) return []
  return [{ ...at, file: place.folder, message: 'there is no hook file in it, and it is no program' }]
}

async function findHooks(library: HookLibrary, places: readonly Place[]): Promise<readonly LibraryHook[]> {
  const found = new Map<string, LibraryHook>()
  for (const path of places.flatMap((place) => (place.kind === 'files' ? place.files : []))) {
    const hook = await library.find(path)
    if (hook === null) throw new OperationError('not_found', `There is no hook file ${path}.`)
    found.set(hook.file ?? hook.slug, hook)
  }
  return [...found.values()]
}

async function findPrograms(library: HookLibrary, places: readonly Place[]): Promise<readonly Program[]> {
  const folders = new Set(places.flatMap((place) => (place.kind === 'program' ? [place.folder] : [])))
  const programs: Program[] = []
  for (const folder of folders) {
    const program = await library.program(folder)
    if (program === null) throw new OperationError('not_found', `There is no program ${folder}.`)
    programs.push(program)
  }
  return programs
}

/** One file of a program is not blamed for the others. */
function isAbout(place: Place, { file }: HookProblem): boolean {
  if (place.kind !== 'program' || file === null) return false
  return place.file === null ? file === place.folder || file.startsWith(join(place.folder, '/')) : file === place.file
}

function hookProblems({ slug, file, error, stale }: LibraryHook): readonly HookProblem[] {
  if (error === null) return []
  const message = stale === undefined ? error.message : `${error.message} (its last good version goes on running)`
  return [{ file: error.file ?? file ?? slug, line: error.line, column: null, severity: 'error', message }]
}

function programProblems({ problems }: Program): readonly HookProblem[] {
  return problems.map(({ file, line, message }) => ({ file, line, column: null, severity: 'error', message }))
}
