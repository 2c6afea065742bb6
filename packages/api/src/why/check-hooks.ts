/**
 * What is wrong with hook files and programs: all that the home folder has, or those that are named. Code runs only in a worker
 * that can be ended. A folder with an `agent.yaml` is a program, one of its hook files is told of as a part of it.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { HookLibrary, LibraryHook, Program } from '@belay/host'
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
    problems: [...hooks.flatMap(hookProblems), ...programs.flatMap(programProblems).filter(asked)],
  }
}

type Place =
  | { readonly kind: 'files'; readonly files: readonly string[] }
  /** `file` is null for all of it. */
  | { readonly kind: 'program'; readonly folder: string; readonly file: string | null }

function placeOf(path: string): Place {
  const above = dirname(dirname(path))
  if (basename(dirname(path)) === 'hooks' && isProgram(above)) return { kind: 'program', folder: above, file: path }
  if (basename(path) === 'agent.yaml') return { kind: 'program', folder: dirname(path), file: path }
  if (!isFolder(path)) return { kind: 'files', files: [path] }
  return isProgram(path) ? { kind: 'program', folder: path, file: null } : { kind: 'files', files: filesIn(path) }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function isProgram(folder: string): boolean {
  return existsSync(join(folder, 'agent.yaml'))
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => HOOK_FILE.test(name) && !name.endsWith('.d.ts') && !name.startsWith('_'))
    .sort()
    .map((name) => join(folder, name))
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
