/**
 * Sets of hooks under names: those that ship with Belay and those that a person saved. Promises: a set that ships is never
 * changed; a taken name is not taken over unasked; listing a set runs nothing of it.
 */
import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Database, HookSetRecord } from '@belay/db'
import type { HookLibrary } from '@belay/host'
import type { Attachment, Clock, JsonObject } from '@belay/trace'
import type { Composing, HookSet, SaveHookSet } from '../contract/composing'
import type { Home } from '../home/home'
import type { Mask } from '../log/mask'
import { type HookSpec, OperationError } from '../operations'
import type { Sessions } from '../sessions/sessions'
import { bringerOf, isBrought } from './brought'
import { BUILT_IN_SETS } from './built-in-sets'
import { findAttachment } from './change-attachment'
import { didYouMean } from './nearest'
import {
  checkDescription,
  checkSetName,
  MOST_HOOKS,
  type NamedHooks,
  readKeptHooks,
  readSetFile,
  slugIn,
  writeSetFile,
} from './set-file'
import { problemsOf } from './set-problems'

export interface SetParts {
  readonly db: Pick<Database, 'hookSets' | 'hookSet' | 'keepHookSet' | 'removeHookSet'>
  readonly home: Pick<Home, 'hooks'>
  readonly library: HookLibrary
  readonly sessions: Sessions
  readonly clock: Clock
  readonly mask: Mask
}

type Keeping = Pick<Composing, 'hookSets' | 'saveHookSet' | 'deleteHookSet' | 'exportHookSet' | 'importHookSet'>

export function hookSetKeeping(parts: SetParts): Keeping {
  const { db, home, mask } = parts
  const listed = async (named: NamedHooks, builtIn: boolean): Promise<HookSet> => ({
    ...{ name: named.name, description: named.description, hooks: named.hooks, builtIn },
    missing: await missingOf(parts, named.hooks),
    problems: await problemsOf(parts, named.hooks),
  })
  const keep = (named: NamedHooks, replace: boolean | undefined) => {
    refuseTaken(parts, named.name, replace === true)
    const hooks = named.hooks.map((hook): JsonObject => JSON.parse(JSON.stringify(hook)))
    db.keepHookSet({ ...named, hooks, savedAt: parts.clock.now() })
    return listed(named, false)
  }
  return {
    hookSets: () =>
      Promise.all([
        ...BUILT_IN_SETS.map((set) => listed(set, true)),
        ...db.hookSets().map((record) => listed(namedOf(record), false)),
      ]),
    async saveHookSet(request) {
      const name = checkSetName(request.name)
      return keep({ name, ...savedOf(parts, request) }, request.replace)
    },
    async deleteHookSet(name) {
      if (isBuiltIn(name)) throw shipped(name, 'deleted')
      if (!db.removeHookSet(name)) throw noSet(parts, name)
    },
    exportHookSet: async (name) => writeSetFile(findSet(parts, name), mask, home.hooks),
    importHookSet: async (text, options = {}) => keep(readSetFile(text), options.replace),
  }
}

/** Built in or saved. */
export function findSet(parts: Pick<SetParts, 'db'>, name: string): NamedHooks {
  const builtIn = BUILT_IN_SETS.find((set) => set.name === name)
  if (builtIn !== undefined) return builtIn
  const kept = parts.db.hookSet(name)
  if (kept === null) throw noSet(parts, name)
  return namedOf(kept)
}

/** The slugs and paths that nothing stands behind here. A file outside the home is looked for and not loaded: nobody attached it. */
export async function missingOf(
  { library, home }: Pick<SetParts, 'library' | 'home'>,
  hooks: readonly HookSpec[],
): Promise<readonly string[]> {
  const slugs = new Set((await library.list()).map((hook) => hook.slug))
  const isThere = (hook: string) => {
    const slug = slugIn(home.hooks, hook)
    return isAbsolute(slug) ? statSync(slug, { throwIfNoEntry: false })?.isFile() === true : slugs.has(slug)
  }
  return [...new Set(hooks.map(({ hook }) => hook))].filter((hook) => !isThere(hook))
}

export function specOf({ hook, params, mode, onFailure, points }: Attachment): HookSpec {
  return { hook, params, mode, onFailure, points }
}

function namedOf({ name, description, hooks }: HookSetRecord): NamedHooks {
  return { name, description, hooks: readKeptHooks(hooks) }
}

function savedOf({ sessions }: SetParts, request: SaveHookSet): Omit<NamedHooks, 'name'> {
  const all = sessions.runner(request.session).composition().hooks
  for (const id of request.attachments ?? []) refuseBrought(findAttachment(all, id))
  const chosen = all.filter((hook) => !isBrought(hook) && (request.attachments?.includes(hook.id) ?? true))
  if (chosen.length === 0)
    throw new OperationError('bad_input', 'There is nothing to save: a set needs at least one attached hook.')
  if (chosen.length > MOST_HOOKS) throw new OperationError('bad_input', `A set has at most ${MOST_HOOKS} hooks.`)
  return { description: checkDescription(request.description ?? ''), hooks: chosen.map(specOf) }
}

function refuseBrought(hook: Attachment): void {
  if (isBrought(hook))
    throw new OperationError(
      'bad_input',
      `\`${hook.hook}\` comes with ${bringerOf(hook)}; a set holds hooks that were attached.`,
    )
}

function isBuiltIn(name: string): boolean {
  return BUILT_IN_SETS.some((set) => set.name === name)
}

function refuseTaken({ db }: Pick<SetParts, 'db'>, name: string, replace: boolean): void {
  if (isBuiltIn(name)) throw shipped(name, 'replaced')
  if (!replace && db.hookSet(name) !== null)
    throw new OperationError('conflict', `There is a set \`${name}\` already; replace it, or take another name.`)
}

function shipped(name: string, verb: 'deleted' | 'replaced'): OperationError {
  return new OperationError('conflict', `The set \`${name}\` ships with Belay and cannot be ${verb}.`)
}

function noSet({ db }: Pick<SetParts, 'db'>, name: string): OperationError {
  const names = [...BUILT_IN_SETS, ...db.hookSets()].map((set) => set.name)
  return new OperationError(
    'not_found',
    `There is no set \`${name}\`.${didYouMean(name, names)} \`belay sets\` lists all.`,
  )
}
