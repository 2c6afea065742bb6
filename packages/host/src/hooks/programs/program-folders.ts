/**
 * Programs: folders with an `agent.yaml` and hook files. Promises: reading one never throws for what is in it, it says what is
 * wrong with it, file by file; what is no point of a program is never called; a file's code runs in a worker only.
 */
import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { hasHidden, showHidden } from '@belay/trace'
import { isCode } from '../../processes/end-group'
import { whyUnreadable } from '../../processes/why-unreadable'
import type { HookFiles } from '../files/hook-files'
import type { FileLoad } from '../files/loaded-file'
import { type Agent, type AgentFile, PROGRAM_ITERATIONS, readAgentFile } from './agent-file'
import { sourceOf } from './around-program-file'
import type { Program, ProgramProblem } from './program'
import { loadProgramFile, readProgramFile } from './program-file'
import { isProgramFile, NOT_A_HOOK_FILE, PROGRAM_FILES, type ProgramFile } from './program-points'

export class ProgramFolders {
  constructor(
    private readonly root: string,
    private readonly files: HookFiles,
  ) {}

  async list(): Promise<readonly Program[]> {
    const found = await namesIn(this.root)
    if (!found.ok) return [unusable('programs', this.root, found.reason)]
    const programs = await Promise.all(found.names.map((name) => this.read(name, join(this.root, name))))
    return programs.filter((program) => program !== null)
  }

  async find(nameOrFolder: string): Promise<Program | null> {
    const folder = this.folderOf(nameOrFolder)
    return folder === null ? null : this.read(dirname(folder) === this.root ? basename(folder) : folder, folder)
  }

  /** The code of a program's hook, by `program/file.function`; null where that names none. */
  async load(hook: string): Promise<FileLoad | null> {
    const slash = hook.lastIndexOf('/')
    const folder = this.folderOf(hook.slice(0, Math.max(0, slash)))
    const [file = '', name = ''] = hook.slice(slash + 1).split('.')
    if (folder === null || !isProgramFile(file)) return null
    const load = await loadProgramFile(this.files, { folder: join(folder, 'hooks'), file })
    if (!load.ok || load.described.points.some((point) => point === `${file}.${name}`)) return load
    const error = { file: load.bundle.file, line: null, message: `${file}.ts has no function ${name}` }
    return { ok: false, error }
  }

  private folderOf(nameOrFolder: string): string | null {
    if (isAbsolute(nameOrFolder)) return resolve(nameOrFolder)
    return nameOrFolder === '' || nameOrFolder.startsWith('.') || /[/\\]/.test(nameOrFolder)
      ? null
      : join(this.root, nameOrFolder)
  }

  private async read(name: string, folder: string): Promise<Program | null> {
    const place = lookAt(folder)
    if (place.kind === 'nothing') return null
    if (place.kind === 'unreadable') return unusable(name, folder, place.reason)
    if (hasHidden(name)) return unusable(showHidden(name), showHidden(folder), UNSEEN)
    const agent = readAgentFile(join(folder, 'agent.yaml'))
    const hooks = await namesIn(join(folder, 'hooks'))
    if (!hooks.ok) return unusable(name, folder, `${join(folder, 'hooks')}: ${hooks.reason}`)
    if (agent.ok && !agent.found && hooks.names.length === 0)
      return unusable(name, folder, `${folder} is no program: it has neither an agent.yaml nor a file in hooks/`)
    return this.readParts({ name, folder }, agent, hooks.names)
  }

  private async readParts(
    at: Pick<Program, 'name' | 'folder'>,
    agent: AgentFile,
    names: readonly string[],
  ): Promise<Program> {
    const folder = join(at.folder, 'hooks')
    this.files.forgetGone(
      ALL_FILES.filter((file) => !names.includes(`${file}.ts`)).map((file) => sourceOf({ folder, file })),
    )
    const files = await Promise.all(programFiles(names).map((file) => readProgramFile(this.files, { folder, file })))
    return {
      ...at,
      ...(agent.ok ? agent.agent : NO_AGENT),
      hooks: files.flatMap(({ hooks }) => hooks),
      problems: [
        ...(agent.ok ? [] : agent.problems),
        ...wrongNames(folder, names),
        ...files.flatMap(({ problems }) => problems),
      ],
      unusable: agent.ok ? null : sentence(agent.problems[0]),
    }
  }
}

const NO_AGENT: Agent = {
  ...{ system: null, model: null, maxIterations: PROGRAM_ITERATIONS, skills: [], outputSchema: null },
}

function unusable(name: string, folder: string, reason: string): Program {
  return { name, folder, ...NO_AGENT, hooks: [], problems: [problem(folder, reason)], unusable: reason }
}

function problem(file: string, message: string): ProgramProblem {
  return { file, line: null, message }
}

type Place = { readonly kind: 'folder' | 'nothing' } | { readonly kind: 'unreadable'; readonly reason: string }

/** A file beside the programs is none, whatever it is called. */
function lookAt(folder: string): Place {
  try {
    return { kind: statSync(folder).isDirectory() ? 'folder' : 'nothing' }
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return { kind: 'nothing' }
    return { kind: 'unreadable', reason: `it can't be looked at: ${whyUnreadable(error)}` }
  }
}

type Names = { readonly ok: true; readonly names: readonly string[] } | { readonly ok: false; readonly reason: string }

/** Sorted, hidden ones left out. No folder is an empty one. */
async function namesIn(folder: string): Promise<Names> {
  try {
    const names = await readdir(folder)
    return { ok: true, names: names.filter((name) => !name.startsWith('.')).sort() }
  } catch (error) {
    if (isCode(error, 'ENOENT')) return { ok: true, names: [] }
    if (isCode(error, 'ENOTDIR')) return { ok: false, reason: 'it is no folder' }
    return { ok: false, reason: `it can't be looked at: ${whyUnreadable(error)}` }
  }
}

const UNSEEN = 'its name holds a character that nobody sees; rename the folder'

const ALL_FILES = Object.keys(PROGRAM_FILES).filter(isProgramFile)

/** In the order of the hooks' page. */
function programFiles(names: readonly string[]): readonly ProgramFile[] {
  return ALL_FILES.filter((file) => names.includes(`${file}.ts`))
}

/** What nobody could take for a hook. */
const BESIDE = /\.d\.ts$|\.test\.ts$|^tsconfig\.json$|\.md$/

function wrongNames(folder: string, names: readonly string[]): readonly ProgramProblem[] {
  const wrong = names.filter((name) => !isHookName(name) && !BESIDE.test(name))
  return wrong.map((name) => ({ file: join(folder, name), line: 1, message: wrongName(name) }))
}

function isHookName(name: string): boolean {
  return name.endsWith('.ts') && isProgramFile(name.slice(0, -3))
}

function wrongName(name: string): string {
  const stem = name.replace(/\.\w+$/, '').toLowerCase()
  return isProgramFile(stem) ? `${NOT_A_HOOK_FILE}; this one must be called ${stem}.ts` : NOT_A_HOOK_FILE
}

function sentence({ file, line, message }: ProgramProblem): string {
  return `${[file, line].filter((part) => part !== null).join(':')}: ${message}`
}
