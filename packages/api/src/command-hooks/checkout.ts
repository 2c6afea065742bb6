/**
 * Hooks that stand in a checkout, for a person to look at and to take over. Promises: nothing of a checkout runs by being read here; what
 * is taken over is exactly what the hash was made from.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@belay/hooks'
import { type CommandEntry, isCommandEvent, readCommandConfig } from '@belay/host'
import type { Json, JsonObject } from '@belay/trace'
import { commandFilePath, readCommandFile, saveCommandFile } from '../command-config/command-file'
import type { CheckoutHook, CheckoutHooks } from '../contract/command-hooks'
import { reasonOf } from '../home/home'
import { OperationError } from '../operations'
import { fingerprint, scriptsIn } from './named-files'
import type { TakenOver } from './taken'

/** Of which agents, and where they keep them. */
const PLACES = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.codex/hooks.json',
  '.gemini/settings.json',
  '.qwen/settings.json',
]
/** Gemini's names for events, with ours. */
const RENAMED: Readonly<Record<string, string>> = {
  ...{ BeforeTool: 'PreToolUse', AfterTool: 'PostToolUse', BeforeAgent: 'UserPromptSubmit', AfterAgent: 'Stop' },
  PreCompress: 'PreCompact',
}
/** Gemini counts in milliseconds, and Qwen takes a thousand and more for such. */
const MS_FROM: Readonly<Record<string, number>> = { '.gemini': 0, '.qwen': 1_000 }

interface Group {
  readonly file: string
  readonly event: string
  readonly group: JsonObject
}

export interface Found {
  readonly workspace: string
  readonly groups: readonly Group[]
  readonly entries: readonly CommandEntry[]
  readonly shown: CheckoutHooks
}

export function findCheckoutHooks(path: string): Found {
  const workspace = realFolder(path)
  const files = PLACES.map((place) => join(workspace, place)).filter((file) => existsSync(file))
  const problems: string[] = []
  const groups = files.flatMap((file) => groupsIn(file, workspace, problems))
  const config = readCommandConfig([{ file: join(workspace, 'hooks.json'), text: textOf(groups) }], {
    workspace,
    tools: null,
  })
  const hooks = config.entries.map((entry) => shownOf(entry, workspace))
  const hash = createHash('sha256')
    .update(JSON.stringify([workspace, hooks]))
    .digest('hex')
    .slice(0, 16)
  const found = [...problems, ...config.diagnostics.map(({ path: at, message }) => `${at ?? ''} ${message}`.trim())]
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
      `What stands in ${found.workspace} is not what ${hash} was said of. Look at it again: its hash is ${found.shown.hash}.`,
    )
  const file = commandFilePath(parts.folder)
  const before = readCommandFile(file)
  const own = before === null ? {} : parse(before.text, file)
  await saveCommandFile(file, {
    text: `${JSON.stringify(merged(own, found.groups), null, 2)}\n`,
    expect: before?.hash ?? null,
  })
  for (const entry of found.entries) {
    const scripts = scriptsIn(entry, found.workspace).map((script) => [script, fingerprint(script)] as const)
    parts.taken.add(entry.id, { workspace: found.workspace, scripts: Object.fromEntries(scripts) })
  }
  return { ...found.shown, takenInto: file }
}

function realFolder(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    throw new OperationError('not_found', `There is no folder ${path}.`)
  }
}

function groupsIn(file: string, workspace: string, problems: string[]): readonly Group[] {
  try {
    const settings = parse(readFileSync(file, 'utf8'), file)
    const hooks = isJsonObject(settings.hooks) ? settings.hooks : {}
    const agent = file.slice(workspace.length + 1).split('/')[0] ?? ''
    return Object.entries(hooks).flatMap(([event, groups]) => {
      const name = RENAMED[event] ?? event
      if (!isCommandEvent(name)) {
        problems.push(`${file}: ${event} is no event here; its hooks are not taken over`)
        return []
      }
      const list: readonly Json[] = Array.isArray(groups) ? groups : []
      return list.filter(isJsonObject).map((group) => ({ file, event: name, group: translated(group, agent) }))
    })
  } catch (error) {
    problems.push(reasonOf(error))
    return []
  }
}

/** Of Gemini's and Qwen's hooks any exit from 2 up refuses: so they do here. */
function translated(group: JsonObject, agent: string): JsonObject {
  const from = MS_FROM[agent]
  if (from === undefined || !Array.isArray(group.hooks)) return group
  const hooks = group.hooks.map((hook) => {
    if (!isJsonObject(hook)) return hook
    const { timeout } = hook
    const seconds = typeof timeout === 'number' && timeout >= from ? { timeout: timeout / 1_000 } : {}
    return { ...hook, ...seconds, onFailure: 'block' }
  })
  return { ...group, hooks }
}

function textOf(groups: readonly Group[]): string {
  return JSON.stringify(merged({}, groups))
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

function parse(text: string, file: string): JsonObject {
  try {
    const json: Json = JSON.parse(text.replace(/^\ufeff/, ''))
    if (isJsonObject(json)) return json
  } catch {
    // Said below, as of any text that is no object.
  }
  throw new OperationError(
    'bad_input',
    `${file} is not JSON with an object in it: nothing was taken over from it or into it.`,
  )
}

function shownOf(entry: CommandEntry, workspace: string): CheckoutHook {
  return {
    event: entry.event,
    matcher: entry.places[0]?.matcher ?? null,
    condition: entry.condition,
    command: entry.type === 'http' ? entry.url : [entry.line, ...(entry.args ?? [])].join(' '),
    scripts: scriptsIn(entry, workspace).map((file) => ({ file, hash: fingerprint(file)?.hash ?? null })),
  }
}
