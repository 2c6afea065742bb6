/**
 * Hooks that stand in a checkout, for a person to look at and to take over. Promises: nothing of a checkout runs by being read here; what
 * is taken over is exactly what the hash was made from, runs in sessions of that folder alone, and takes the place of what was taken over from there before.
 */
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isJsonObject } from '@belay/hooks'
import { type CommandEntry, readCommandConfig } from '@belay/host'
import type { Json, JsonObject } from '@belay/trace'
import { commandFilePath, readCommandFile, saveCommandFile } from '../command-config/command-file'
import type { CheckoutHook, CheckoutHooks } from '../contract/command-hooks'
import { OperationError } from '../operations'
import { type Group, parsed, readCheckout } from './checkout-files'
import { fingerprint, scriptsIn } from './named-files'
import { scriptShown } from './script-shown'
import type { TakenOver } from './taken'

export interface Found {
  readonly workspace: string
  readonly groups: readonly Group[]
  readonly entries: readonly CommandEntry[]
  readonly shown: CheckoutHooks
}

/** Who takes over their own settings wants them everywhere, as a rule. */
const OF_HOME =
  'This is your home folder: taken over from here they run in sessions of this folder alone. For those that are to hold everywhere, take the key "workspace" out of their group in hooks.json.'

export function findCheckoutHooks(path: string): Found {
  const workspace = realFolder(path)
  const { files, groups, problems } = readCheckout(workspace)
  const text = JSON.stringify(merged({}, groups))
  const config = readCommandConfig([{ file: join(workspace, 'hooks.json'), text }], { workspace, tools: null })
  const hooks = config.entries.map((entry) => shownOf(entry, workspace))
  const bound = hooks.map(({ scripts, ...hook }) => ({
    ...hook,
    scripts: scripts.map(({ file, hash }) => [file, hash]),
  }))
  const hash = createHash('sha256')
    .update(JSON.stringify([workspace, bound]))
    .digest('hex')
    .slice(0, 16)
  const alone = workspace === realFolder(homedir()) ? [OF_HOME] : []
  const found = [
    ...alone,
    ...problems,
    ...config.diagnostics.map(({ path: at, message }) => `${at ?? ''} ${message}`.trim()),
  ]
  return { workspace, groups, entries: config.entries, shown: { path: workspace, files, hooks, hash, problems: found } }
}

/** Throws where the yes was to something else. */
export async function takeOver(
  parts: { readonly folder: string; readonly taken: TakenOver },
  path: string,
  hash: string,
) {
  const found = findCheckoutHooks(path)
  if (found.entries.length === 0) throw new OperationError('not_found', `There are no hooks in ${found.workspace}.`)
  if (found.shown.hash !== hash)
    throw new OperationError(
      'conflict',
      `What stands in ${found.workspace} was changed since you looked at it. Nothing was taken over: look again (it is ${found.shown.hash} now, and your yes was to ${hash}).`,
    )
  const file = commandFilePath(parts.folder)
  const before = readCommandFile(file)
  const own = before === null ? {} : ownIn(before.text, file)
  await saveCommandFile(file, {
    text: `${JSON.stringify(merged(without(own, found.workspace), found.groups), null, 2)}\n`,
    expect: before?.hash ?? null,
  })
  for (const entry of found.entries) {
    const scripts = scriptsIn(entry, found.workspace).map((script) => [script, fingerprint(script)] as const)
    parts.taken.add(entry.id, { workspace: found.workspace, scripts: Object.fromEntries(scripts) })
  }
  parts.taken.noteHash(found.workspace, found.shown.hash)
  return { ...found.shown, takenInto: file }
}

function realFolder(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    throw new OperationError('not_found', `There is no folder ${path}.`)
  }
}

function ownIn(text: string, file: string): JsonObject {
  const own = parsed(text)
  if (own !== null) return own
  throw new OperationError('bad_input', `${file} is not JSON with an object in it: nothing was taken over into it.`)
}

/** Without what was taken over from there before: what its owner took out since is gone here too. */
function without(own: JsonObject, workspace: string): JsonObject {
  if (!isJsonObject(own.hooks)) return own
  const isOther = (group: Json) => !isJsonObject(group) || group.workspace !== workspace
  const hooks = Object.entries(own.hooks).flatMap(([event, groups]): [string, Json][] => {
    if (!Array.isArray(groups)) return [[event, groups]]
    const others = groups.filter(isOther)
    return others.length === 0 && groups.length > 0 ? [] : [[event, others]]
  })
  return { ...own, hooks: Object.fromEntries(hooks) }
}

/** Behind what is there. */
function merged(own: JsonObject, groups: readonly Group[]): JsonObject {
  const hooks: Record<string, Json> = isJsonObject(own.hooks) ? { ...own.hooks } : {}
  for (const { event, group } of groups) {
    const there = hooks[event]
    hooks[event] = [...(Array.isArray(there) ? there : []), group]
  }
  return { ...own, hooks }
}

function shownOf(entry: CommandEntry, workspace: string): CheckoutHook {
  const { type, event, condition, timeoutMs, onFailure, async: runsOn, once, places } = entry
  return {
    ...{ type, event, condition, timeoutMs, once },
    matcher: places[0]?.matcher ?? null,
    command: type === 'http' ? entry.url : [entry.line, ...(entry.args ?? [])].join(' '),
    headers: type === 'http' ? entry.headers : {},
    blocksOnFailure: onFailure === 'closed',
    waitedFor: !runsOn,
    scripts: scriptsIn(entry, workspace).map((file) => scriptShown(file, workspace)),
  }
}
