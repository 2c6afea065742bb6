/**
 * The paths that a call is about, in order, each with what would become of it. For a command those among its words; for
 * other tools the arguments that are called like paths. Promises: total and bounded; what it could not read, it says.
 */
import type { HookCall } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import { type CallPath, type CallPaths, MOST_PATHS } from './call-path'
import { type CommandCall, commandPaths } from './command-paths'
import type { Home } from './shell-words'
import { type Touch, type Touched, touching } from './touch'

export type { CallPath, CallPaths }

export function callPaths(call: Pick<HookCall, 'name' | 'args'>, workspace: string, home: Home): CallPaths {
  const { name, args } = call
  const command = name === 'run' ? commandOf(args) : null
  if (command !== null) {
    const { paths, unread } = commandPaths(command, workspace, home)
    return bounded(paths, unread)
  }
  const said = argumentPaths(name, args).filter(({ text }) => !text.includes('\0'))
  return bounded(
    said.map(({ text: path, touch }) => ({ path, folder: workspace, touch, by: name, isWord: false })),
    null,
  )
}

function commandOf({ command, cwd, stdin }: JsonObject): CommandCall | null {
  const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : null)
  return typeof command === 'string' ? { command, cwd: textOf(cwd), stdin: textOf(stdin) } : null
}

function bounded(paths: readonly CallPath[], unread: string | null): CallPaths {
  return { paths, unread: paths.length > MOST_PATHS ? 'names too many paths' : unread }
}

const PATH_NAMES =
  /^(?:(?:file|dir|folder|directory|source|destination|target|old|new|root)?_?paths?|files?|file_?names?|dir|directory|directories|folder|folders|cwd|source|destination)$/i
/** Tools of others say by their name whether they change what they are given. */
const WRITES = /(?:write|edit|create|append|patch|replace|insert|save|mkdir|upload)/i
const REMOVES = /(?:delete|remove|move|rename|unlink|trash)/i

function argumentPaths(tool: string, args: JsonObject): readonly Touched[] {
  const touch = touchOf(tool)
  return touching(
    touch,
    Object.entries(args).flatMap(([name, value]) => (PATH_NAMES.test(name) ? textsOf(value) : [])),
  )
}

function touchOf(tool: string): Touch {
  switch (tool) {
    case 'files.edit':
    case 'files.write':
      return 'write'
    case 'files.ls':
    case 'files.paths':
      return 'name'
    case 'files.read':
    case 'files.find':
      return 'read'
    default:
      return REMOVES.test(tool) ? 'remove' : WRITES.test(tool) ? 'write' : 'read'
  }
}

function textsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string' && item !== '') : []
}
