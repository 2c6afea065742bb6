/** What stands in the settings of agents in a checkout, in our form. Promises: reads regular files of bounded size and runs nothing. */
import { join } from 'node:path'
import { isJsonObject } from '@belay/hooks'
import { isCommandEvent, readRegular } from '@belay/host'
import type { Json, JsonObject } from '@belay/trace'
import { MOST_BYTES } from '../command-config/command-file'

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
/** Gemini's and Qwen's names for tools, with Claude Code's, by which matchers select here. */
const TOOLS: Readonly<Record<string, string>> = {
  ...{ run_shell_command: 'Bash', read_file: 'Read', read_many_files: 'Read', write_file: 'Write', replace: 'Edit' },
  ...{ edit: 'Edit', glob: 'Glob', search_file_content: 'Grep', grep_search: 'Grep', list_directory: 'LS' },
  ...{ web_fetch: 'WebFetch', google_web_search: 'WebSearch', task: 'Task' },
}
/** Gemini counts in milliseconds, and Qwen takes a thousand and more for such. */
const MS_FROM: Readonly<Record<string, number>> = { '.gemini': 0, '.qwen': 1_000 }

export interface Group {
  readonly file: string
  readonly event: string
  /** Bound to the checkout's folder. */
  readonly group: JsonObject
}

export interface CheckoutFiles {
  /** Those that are there. */
  readonly files: readonly string[]
  readonly groups: readonly Group[]
  readonly problems: readonly string[]
}

export function readCheckout(workspace: string): CheckoutFiles {
  const problems: string[] = []
  const read = PLACES.map((place) => join(workspace, place)).flatMap((file) => {
    const settings = settingsIn(file, problems)
    return settings === null
      ? []
      : [{ file, groups: settings === 'unreadable' ? [] : groupsIn(file, settings, { workspace, problems }) }]
  })
  return { files: read.map(({ file }) => file), groups: read.flatMap(({ groups }) => groups), problems }
}

function settingsIn(file: string, problems: string[]): JsonObject | 'unreadable' | null {
  const read = readRegular(file, MOST_BYTES)
  if (!read.ok) {
    if (!read.found) return null
    problems.push(`${file} can't be read: ${read.reason}; nothing is taken over from it`)
    return 'unreadable'
  }
  const json = parsed(read.bytes.toString('utf8'))
  if (json !== null) return json
  problems.push(`${file} is not JSON with an object in it: nothing is taken over from it`)
  return 'unreadable'
}

export function parsed(text: string): JsonObject | null {
  try {
    const json: Json = JSON.parse(text.replace(/^\ufeff/, ''))
    return isJsonObject(json) ? json : null
  } catch {
    return null
  }
}

interface Ground {
  readonly workspace: string
  readonly problems: string[]
}

function groupsIn(file: string, settings: JsonObject, { workspace, problems }: Ground): readonly Group[] {
  const hooks = isJsonObject(settings.hooks) ? settings.hooks : {}
  const agent = file.slice(workspace.length + 1).split('/')[0] ?? ''
  return Object.entries(hooks).flatMap(([event, groups]) => {
    const name = RENAMED[event] ?? event
    if (!isCommandEvent(name)) {
      problems.push(`${file}: ${event} is no event here; its hooks are not taken over`)
      return []
    }
    const list: readonly Json[] = Array.isArray(groups) ? groups : []
    return list.filter(isJsonObject).map((group) => {
      const own = withoutVariables(translated(group, agent), { file, problems })
      return { file, event: name, group: { ...own, workspace } }
    })
  })
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
  const { matcher } = group
  return { ...group, ...(typeof matcher === 'string' ? { matcher: toolsIn(matcher) } : {}), hooks }
}

function toolsIn(matcher: string): string {
  return matcher.replace(/[A-Za-z_]+/g, (word) => (Object.hasOwn(TOOLS, word) ? (TOOLS[word] ?? word) : word))
}

/** A checkout does not say which of a person's keys its commands get. */
function withoutVariables(
  group: JsonObject,
  { file, problems }: { readonly file: string; readonly problems: string[] },
): JsonObject {
  if (!Array.isArray(group.hooks)) return group
  const hooks = group.hooks.map((hook) => {
    if (!isJsonObject(hook) || !('allowedEnvVars' in hook)) return hook
    const { allowedEnvVars, ...rest } = hook
    problems.push(
      `${file} asks for variables of yours (${namesOf(allowedEnvVars)}), which its commands do not get: name them in hooks.json yourself if they should`,
    )
    return rest
  })
  return { ...group, hooks }
}

function namesOf(variables: Json | undefined): string {
  const names = Array.isArray(variables) ? variables.filter((one) => typeof one === 'string') : []
  return names.length === 0 ? '"allowedEnvVars"' : names.join(', ')
}
