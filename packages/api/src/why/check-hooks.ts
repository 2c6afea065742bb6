/** What is wrong with hook files: all that the home folder has, or those that are named. Nothing is run but in a worker that can be ended. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { HookLibrary, LibraryHook } from '@belay/host'
import type { HookChecks, HookProblem } from '../contract/hook-files'
import { OperationError } from '../operations'

const HOOK_FILE = /\.(ts|mts|js|mjs)$/

export interface CheckParts {
  readonly library: HookLibrary
}

export async function checkHooks({ library }: CheckParts, paths: readonly string[] = []): Promise<HookChecks> {
  const hooks = paths.length === 0 ? await library.list() : await findAll(library, paths)
  return { hooks, problems: hooks.flatMap(problemsOf) }
}

async function findAll(library: HookLibrary, paths: readonly string[]): Promise<readonly LibraryHook[]> {
  const found = new Map<string, LibraryHook>()
  for (const path of paths.flatMap(filesAt)) {
    const hook = await library.find(path)
    if (hook === null) throw new OperationError('not_found', `There is no hook file ${path}.`)
    found.set(hook.file ?? hook.slug, hook)
  }
  return [...found.values()]
}

/** The hook files of a folder; a path that is none stays as it is. */
function filesAt(path: string): readonly string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path]
  return readdirSync(path)
    .filter((name) => HOOK_FILE.test(name) && !name.endsWith('.d.ts') && !name.startsWith('_'))
    .sort()
    .map((name) => join(path, name))
}

function problemsOf({ slug, file, error, stale }: LibraryHook): readonly HookProblem[] {
  if (error === null) return []
  const message = stale === undefined ? error.message : `${error.message} (its last good version goes on running)`
  return [{ file: error.file ?? file ?? slug, line: error.line, column: null, severity: 'error', message }]
}
