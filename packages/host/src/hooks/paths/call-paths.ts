/**
 * The paths that a call is about, in order, each with what would become of it. For a command those among its words; for
 * other tools the arguments that are called like paths. Promises: total and bounded; what it could not read, it says.
 */
import { resolve } from 'node:path'
import type { HookCall } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import { type Running, whatRuns } from '../commands/unwrap'
import { gitFolder } from './git'
import { isFolder } from './place'
import { programTouches, touchesBehind } from './programs'
import { type Home, pathOfWord } from './shell-words'
import { type Touch, type Touched, touching } from './touch'

export interface CallPath {
  /** As it goes on from `folder`, `~` filled in; its wildcards are still there. */
  readonly path: string
  readonly folder: string
  readonly touch: Touch
  /** The program, or the tool. */
  readonly by: string
  /** A word of a command, which need not be a path; else an argument that is called like one. */
  readonly isWord: boolean
}

export interface CallPaths {
  readonly paths: readonly CallPath[]
  /** Why it could not be read to its end, as the end of a sentence that begins with "it"; or null. */
  readonly unread: string | null
}

/** More than anybody writes; each may cost a look at the disk. */
const MOST_PATHS = 5_000

export function callPaths(call: Pick<HookCall, 'name' | 'args'>, workspace: string, home: Home): CallPaths {
  const { name, args } = call
  if (name === 'run' && typeof args.command === 'string') return commandPaths(args, workspace, home)
  const said = argumentPaths(name, args).filter(({ text }) => !text.includes('\0'))
  return bounded(
    said.map(({ text: path, touch }) => ({ path, folder: workspace, touch, by: name, isWord: false })),
    null,
  )
}

function commandPaths(args: JsonObject, workspace: string, home: Home): CallPaths {
  const start = resolve(workspace, typeof args.cwd === 'string' ? args.cwd : '.')
  const running = whatRuns(String(args.command), typeof args.stdin === 'string' ? args.stdin : null)
  const walk = new Walk(start, home)
  if (typeof args.cwd === 'string') walk.take('run', touching('name', ['.']))
  for (const { program, args } of running.invocations) walk.run(program, args)
  for (const { args } of running.mayStart) walk.take('run', touchesBehind(args))
  walk.redirections(running)
  return bounded(walk.paths, running.unread)
}

function bounded(paths: readonly CallPath[], unread: string | null): CallPaths {
  return { paths, unread: paths.length > MOST_PATHS ? 'names too many paths' : unread }
}

/** Programs one after another, where `cd` changes the folder for the ones behind it. */
class Walk {
  readonly paths: CallPath[] = []
  private readonly folders: Set<string>

  constructor(
    private folder: string,
    private readonly home: Home,
  ) {
    this.start = folder
    this.folders = new Set([folder])
  }
  private readonly start: string

  run(program: string, args: readonly string[]): void {
    const within = program === 'git' ? gitFolder(args) : null
    if (within !== null) this.take(program, programTouches(program, args), this.pathOf(within) ?? '.')
    else this.take(program, programTouches(program, args))
    if (program === 'cd' || program === 'pushd') this.goTo(args.find((arg) => !/^-./.test(arg)) ?? '~')
    else if (program === 'popd') this.folder = this.start
  }

  take(by: string, touched: readonly Touched[], within = '.'): void {
    const folder = resolve(this.folder, within)
    for (const { text, touch, ifFolder } of touched) {
      const path = pathOfWord(text, folder, this.home)
      if (ifFolder !== undefined && !isFolder(resolve(folder, pathOfWord(ifFolder, folder, this.home) ?? ''))) continue
      if (path !== null && this.paths.length <= MOST_PATHS) this.paths.push({ path, folder, touch, by, isWord: true })
    }
  }

  /** They are not told in order: each folder that was gone to may be where they are. */
  redirections({ outputs, inputs }: Running): void {
    const last = this.folder
    for (const folder of this.folders) {
      this.folder = folder
      this.take('>', touching('write', outputs))
      this.take('<', touching('read', inputs))
    }
    this.folder = last
  }

  private goTo(word: string): void {
    if (word === '-') {
      this.folder = this.start
      return
    }
    const path = this.pathOf(word)
    if (path === null || /[$*?]/.test(path)) return
    if (word === '~') this.paths.push({ path, folder: this.folder, touch: 'name', by: 'cd', isWord: true })
    this.folder = resolve(this.folder, path)
    this.folders.add(this.folder)
  }

  private pathOf(word: string): string | null {
    return pathOfWord(word, this.folder, this.home)
  }
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
