/**
 * `if`: a permission rule such as `Bash(git *)`, `Edit(src/**)` or `mcp__notes`. A rule on commands is held against each command
 * that a shell line runs, also behind `&&`, in `$( )`, after `VAR=1` and through `sh -c`. Promises: where nobody can tell what a line
 * runs, the condition holds, since the command behind it may be a guard.
 */
import { resolve } from 'node:path'
import { isJsonObject } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import { commandCall, whatCallRuns } from '../../hooks/commands/call-command'
import { matchesGlob } from '../../hooks/commands/glob'
import { baseName } from '../../hooks/commands/unwrap'
import { pathGlobs } from '../../hooks/paths/path-globs'
import { namesFor } from './tool-names'

export interface ConditionPlace {
  /** Absolute. */
  readonly workspace: string
  /** What `~` is. */
  readonly home: string
}

export interface Condition {
  /** As the payload has them. */
  holds(toolName: string, toolInput: Json): boolean
}

export type ReadCondition =
  | { readonly ok: true; readonly condition: Condition; readonly tool: string }
  | { readonly ok: false; readonly message: string }

export function readCondition(rule: string, place: ConditionPlace): ReadCondition {
  const [, tool, , specifier = null] = /^\s*([\w.*-]+)\s*(\((.*)\))?\s*$/s.exec(rule) ?? []
  if (tool === undefined) {
    return {
      ok: false,
      message: `${JSON.stringify(rule)} is no rule such as Bash(git *): a tool, then in brackets what of it`,
    }
  }
  const isTool = toolTest(tool)
  const isInput =
    specifier === null || /^\s*\*?\s*$/.test(specifier) ? always : inputTest(tool, specifier.trim(), place)
  return { ok: true, tool, condition: { holds: (name, input) => isTool(name) && isInput(input) } }
}

function always(): boolean {
  return true
}

/** A rule on `Edit` is one on whatever changes files, as in Claude Code; `mcp__server` means all of its tools. */
function toolTest(tool: string): (name: string) => boolean {
  if (tool === 'Edit') return (name) => name === 'Edit' || name === 'Write'
  if (tool.includes('*')) return (name) => namesFor(name).some((one) => matchesGlob(tool, one))
  const isServer = /^mcp__(?:(?!__).)+$/.test(tool)
  return (name) => namesFor(name).includes(tool) || (isServer && name.startsWith(`${tool}__`))
}

function inputTest(tool: string, specifier: string, place: ConditionPlace): (input: Json) => boolean {
  if (tool === 'Bash') return commandTest(specifier)
  if (['Edit', 'Write', 'Read'].includes(tool)) return pathTest(specifier, place)
  if (tool === 'Agent' || tool === 'Task')
    return (input) => textsOf(input, ['subagent_type', 'name']).some(like(specifier))
  // What it would be held against nobody says.
  return always
}

function like(pattern: string): (text: string) => boolean {
  return (text) => matchesGlob(pattern, text)
}

function textsOf(input: Json, keys: readonly string[]): readonly string[] {
  if (!isJsonObject(input)) return []
  return keys.map((key) => input[key]).filter((value) => typeof value === 'string')
}

/** `git *` and the older `git:*` mean `git` with anything behind it, or alone. */
function commandTest(specifier: string): (input: Json) => boolean {
  const pattern = specifier.replace(/:\*$/, ' *').replace(/\s+/g, ' ')
  const bare = pattern.endsWith(' *') ? pattern.slice(0, -2) : null
  const named = withBaseName(pattern)
  const fits = (text: string) =>
    [pattern, named].some((one) => matchesGlob(one, text)) ||
    (bare !== null && [bare, withBaseName(bare)].includes(text))
  return (input) => isJsonObject(input) && lineFits(input, fits)
}

/** Several conditions are held against one call: its line is taken apart once. */
const known = new WeakMap<JsonObject, ReturnType<typeof whatCallRuns>>()

function lineFits(input: JsonObject, fits: (text: string) => boolean): boolean {
  const call = commandCall(input)
  if (call === null) return true
  if (fits(call.command.trim().replace(/\s+/g, ' '))) return true
  const running = known.get(input) ?? whatCallRuns(call)
  known.set(input, running)
  if (running.unread !== null || running.unseen.length > 0) return true
  return running.invocations.some(({ program, args }) => fits([program, ...args].join(' ')))
}

/** Programs are told by their names, wherever they are. */
function withBaseName(pattern: string): string {
  const [program = '', ...rest] = pattern.split(' ')
  return [baseName(program), ...rest].join(' ')
}

/** In Claude Code's rules `//` begins a path of the disk and `/` one of the project; both are taken for both. */
function pathTest(specifier: string, { workspace, home }: ConditionPlace): (input: Json) => boolean {
  const written = specifier.startsWith('//') ? [specifier.slice(1)] : [specifier]
  const patterns = written.flatMap((path) =>
    path.startsWith('/') && !specifier.startsWith('//') ? [path, `.${path}`] : [path],
  )
  const globs = pathGlobs(patterns, { person: home, foldCase: false })
  return (input) =>
    textsOf(input, ['file_path', 'notebook_path', 'path']).some(
      (path) => globs.find(resolve(workspace, path), workspace) !== null,
    )
}
