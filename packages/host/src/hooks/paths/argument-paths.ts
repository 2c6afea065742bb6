/**
 * What the arguments of a call say about files, for tools that are no `run`: values that are called like paths, however deep
 * they stand, and a command line that a tool of others is given. Promises: total and bounded.
 */
import type { HookCall } from '@belay/hooks'
import { type Json, type JsonObject, shellWord } from '@belay/trace'
import { type CommandCall, commandCall } from '../commands/call-command'
import type { Home } from './shell-words'
import { type Touch, type Touched, touching } from './touch'

/** Arguments that are looked at, as many as a call may name paths. */
const MOST_VALUES = 5_000
/** Nobody nests arguments deeper, and each level costs stack. */
const DEEPEST = 20

/** The last part of a name that says what its value is: `filePath`, `target_file`, `root-dir`. */
const PATH_WORDS = new Set([
  ...['path', 'paths', 'pathname', 'file', 'files', 'filename', 'filenames', 'filepath', 'filepaths', 'cwd', 'workdir'],
  ...['dir', 'dirs', 'directory', 'directories', 'folder', 'folders', 'uri', 'uris', 'url', 'urls'],
  ...['source', 'sources', 'destination', 'destinations', 'src', 'dst', 'dest'],
])

/** Tools of others say by their name whether they change what they are given. */
const BY_NAME: readonly (readonly [RegExp, Touch])[] = [
  [/(?:delete|remove|move|rename|unlink|trash)/i, 'remove'],
  [/(?:write|edit|create|append|patch|replace|insert|save|mkdir|upload|update|set_|put_|apply)/i, 'write'],
]

const OWN: Readonly<Record<string, Touch>> = {
  ...{ 'files.edit': 'write', 'files.write': 'write', 'files.ls': 'name', 'files.paths': 'name' },
  ...{ 'files.read': 'read', 'files.find': 'read' },
}

export function argumentPaths({ name, args }: Pick<HookCall, 'name' | 'args'>, { person }: Home): readonly Touched[] {
  const touch = Object.hasOwn(OWN, name) ? OWN[name] : BY_NAME.find(([words]) => words.test(name))?.[1]
  const texts = new Values().among(args).filter((text) => text !== '' && !text.includes('\0'))
  return touching(
    touch ?? 'read',
    texts.flatMap((text) => placesOf(text, person)),
  )
}

class Values {
  private left = MOST_VALUES

  among(args: JsonObject, depth = 0): readonly string[] {
    return Object.entries(args).flatMap(([name, value]) => this.textsOf(value, isPathName(name), depth))
  }

  private textsOf(value: Json, isPath: boolean, depth: number): readonly string[] {
    this.left -= 1
    if (this.left < 0 || depth > DEEPEST) return []
    if (typeof value === 'string') return isPath ? [value] : []
    if (typeof value !== 'object' || value === null) return []
    return isList(value) ? value.flatMap((item) => this.textsOf(item, isPath, depth + 1)) : this.among(value, depth + 1)
  }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function isPathName(name: string): boolean {
  const last = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .split(/[_.-]/)
    .at(-1)
  return PATH_WORDS.has((last ?? '').toLowerCase())
}

/** `~` is a name to tools that know no shell, and a home to others: both are meant. An address is no place of ours. */
function placesOf(text: string, person: string): readonly string[] {
  if (text.startsWith('file://')) return [decoded(text.replace(/^file:\/\/(?:localhost(?=\/))?/, ''))]
  if (/^[A-Za-z][\w+.-]*:\/\//.test(text)) return []
  return /^~(?:\/|$)/.test(text) ? [text, person + text.slice(1)] : [text]
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A percent sign of its own.
    return path
  }
}

const COMMANDS = ['command', 'cmd', 'commandLine', 'command_line', 'shell_command', 'script']
const FOLDERS = ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'directory']

/** What a call would start, as `run` is given it; null where there is no command line. */
export function commandOf({ name, args }: Pick<HookCall, 'name' | 'args'>): CommandCall | null {
  if (name === 'run') return commandCall(args)
  const command = firstOf(args, COMMANDS, commandLine)
  if (command === null) return null
  const words = wordsOf(args.args ?? args.arguments ?? null)
  const cwd = firstOf(args, FOLDERS, (value) => (typeof value === 'string' ? value : null))
  return commandCall({ ...args, command: [command, ...words.map(shellWord)].join(' '), cwd })
}

function firstOf(args: JsonObject, names: readonly string[], read: (value: Json) => string | null): string | null {
  for (const name of names) {
    const value = Object.hasOwn(args, name) ? read(args[name] ?? null) : null
    if (value !== null) return value
  }
  return null
}

function commandLine(value: Json): string | null {
  if (typeof value === 'string') return value
  const words = wordsOf(value)
  return words.length === 0 ? null : words.map(shellWord).join(' ')
}

function wordsOf(value: Json): readonly string[] {
  return isList(value) ? value.flatMap((item) => (typeof item === 'string' ? item : [])) : []
}
