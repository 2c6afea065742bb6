/**
 * What keeps a set from being attached here, beside hooks that are missing. Promises: only hooks of the library are looked
 * at; a file that a set names by its path is left alone, since nobody attached it.
 */
import { isAbsolute } from 'node:path'
import type { HookLibrary } from '@belay/host'
import type { Home } from '../home/home'
import { type HookSpec, OperationError } from '../operations'
import { checkParams, checkPoints, findHook, refuseShadowedMemory } from './attachments'
import { slugIn } from './set-file'

export interface ProblemParts {
  readonly home: Pick<Home, 'hooks'>
  readonly library: HookLibrary
}

/** In sentences, each once. */
export async function problemsOf(
  { home, library }: ProblemParts,
  hooks: readonly HookSpec[],
): Promise<readonly string[]> {
  const slugs = new Set((await library.list()).map(({ slug }) => slug))
  const here = hooks.map((spec) => ({ ...spec, hook: slugIn(home.hooks, spec.hook) }))
  const known = here.filter(({ hook }) => !isAbsolute(hook) && slugs.has(hook))
  const problems = await Promise.all(known.map((spec) => problemOf(library, spec)))
  return [...new Set(problems.filter((problem) => problem !== null))]
}

async function problemOf(library: HookLibrary, spec: HookSpec): Promise<string | null> {
  try {
    const hook = await findHook(library, spec.hook, '/')
    const points = checkPoints(hook, spec.points)
    await checkParams(library, hook, spec.params ?? {})
    refuseShadowedMemory({ mode: spec.mode ?? 'enforce', points })
    return null
  } catch (error) {
    if (error instanceof OperationError) return error.message
    throw error
  }
}
