import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Hook } from '@belay/hooks'
import type { Attachment, Clock, JsonObject } from '@belay/trace'
import { runProgram } from '../processes/run-program'
import { attachLoaded } from './attach-loaded'
import { attachedHook, unavailableHook } from './attached-hook'
import { BUILT_IN_VERSION, BuiltInHooks } from './built-in-hook'
import { TOGETHER } from './builtin'
import type { BuiltInWorld } from './builtin/world'
import { BundlerProcesses } from './files/bundler'
import { HookFiles } from './files/hook-files'
import { type KeptCode, keptInMemory } from './files/kept-code'
import type { StaleCode } from './files/last-good'
import type { CheckedParams, FileLoad, LoadedFile } from './files/loaded-file'
import { HooksFolder, slugOf } from './hooks-folder'
import type { HookDraft, HookLibrary, LibraryHook } from './library'
import { brokenHook, errorSentence, loadedHook } from './library-hook'
import { describeFiles } from './list-files'
import type { Program } from './programs/program'
import { ProgramFolders } from './programs/program-folders'
import { redact } from './secrets/redact'
import { secretValues } from './secrets/secret-names'
import { misfit, pointsGone, unfitAs } from './unfit'
import { WorkerPool } from './workers/worker-pool'

export interface HookLibraryOptions {
  /** The home folder: the person's hooks are in its `hooks/`. It need not exist. */
  readonly home: string
  readonly clock: Clock
  /** Hears what hook files print, for a log; nothing of it reaches stdout. */
  readonly print?: (text: string) => void
  /** Whether an attachment gave a session context before; where nobody knows, it is told once a process. */
  readonly hasSpoken?: (session: string, attachment: string) => boolean
  /** Nothing goes on once it is closed: what hooks left running that had answered is ended then, and this hears of each. */
  readonly onLeft?: ((sentence: string) => void) | undefined
  /** Where code that loaded is kept for when its file has an error; in memory where absent. */
  readonly kept?: KeptCode
  /** What built-in hooks find around them, where it is not the process's own. */
  readonly world?: Partial<Omit<BuiltInWorld, 'home' | 'clock'>>
}

export function createHookLibrary(options: HookLibraryOptions): HookLibrary {
  const { clock, print = () => undefined, hasSpoken = () => false, kept = keptInMemory() } = options
  const world = worldOf(options)
  const bundler = new BundlerProcesses(clock, print)
  const files = (pool: WorkerPool, code: KeptCode) => new HookFiles(pool, bundler, clock, code)
  const own = {
    files: files(new WorkerPool(clock, print), kept),
    // What is tried out at every stroke of a key leaves nothing running.
    drafts: files(new WorkerPool(clock, print, false), keptInMemory()),
    onLeft: options.onLeft,
  }
  return new FolderLibrary(world.home, new BuiltInHooks(world, hasSpoken), own)
}

function worldOf({ home, clock, world = {} }: HookLibraryOptions): BuiltInWorld {
  const { platform, env: environment } = process
  const own = { platform, environment, person: homedir(), run: runProgram, ...world, home: resolve(home), clock }
  return { mask: maskBy(own.environment), ...own }
}

/** Where the library stands alone: a record has more to hide, and brings its own. */
function maskBy(environment: BuiltInWorld['environment']): BuiltInWorld['mask'] {
  const values = secretValues(environment)
  return (text) => redact(text, { assignments: true, values }).text
}

interface OwnFiles {
  readonly files: HookFiles
  /** Threads of their own: whatever somebody tries out holds up no hook of a turn. */
  readonly drafts: HookFiles
  readonly onLeft: HookLibraryOptions['onLeft']
}

class FolderLibrary implements HookLibrary {
  private readonly files: HookFiles
  private readonly drafts: HookFiles
  private readonly onLeft: HookLibraryOptions['onLeft']
  private readonly folder: HooksFolder
  private readonly folders: ProgramFolders

  constructor(
    home: string,
    private readonly builtIn: BuiltInHooks,
    { files, drafts, onLeft }: OwnFiles,
  ) {
    this.files = files
    this.drafts = drafts
    this.onLeft = onLeft
    this.folder = new HooksFolder(home, builtIn, files)
    this.folders = new ProgramFolders(join(home, 'programs'), files)
  }

  programs(): Promise<readonly Program[]> {
    return this.folders.list()
  }

  program(nameOrFolder: string): Promise<Program | null> {
    return this.folders.find(nameOrFolder)
  }

  async list(): Promise<readonly LibraryHook[]> {
    this.files.forgetGone()
    const files = await this.folder.ownFiles()
    const own = await describeFiles(this.folder.path, files, (file) => this.folder.describeFile(file, files))
    return [...byName(await this.builtIn.list()), ...byName(own)]
  }

  async find(hook: string, from?: string): Promise<LibraryHook | null> {
    const builtIn = await this.builtIn.find(hook)
    if (builtIn !== null) return builtIn
    const file = await this.folder.fileOf(hook, from)
    return file === null ? null : this.folder.describeFile(file)
  }

  async attached(attachment: Attachment): Promise<LibraryHook | null> {
    const { hook, source, params } = attachment
    const definition = this.builtIn.define(hook)
    if (definition !== null) {
      const [found, checked] = [await this.builtIn.find(hook), await this.builtIn.check(definition, params)]
      return found === null || checked.ok ? found : unfitAs(found, attachment, misfit(checked.message))
    }
    const found = await this.find(hook)
    const file = source === 'program' || found === null || !runs(found) ? null : found.file
    if (found === null || file === null) return found
    const load = await this.folder.loadFor(attachment, file)
    if (!load.ok) return unfitAs(found, attachment, load.error.message)
    const shown = loadedHook(found.slug, file, load)
    const gone = pointsGone(attachment, load.described.points)
    if (gone === null) return misfits(load) ? { ...shown, unfit: { why: load.stale.error.message, points: [] } } : shown
    return gone.points.length < attachment.points.length
      ? { ...shown, unfit: gone }
      : unfitAs(shown, attachment, gone.why)
  }

  async checkParams({ slug }: LibraryHook, params: JsonObject): Promise<CheckedParams> {
    const definition = this.builtIn.define(slug)
    if (definition !== null) return this.builtIn.check(definition, params)
    const file = await this.folder.fileOf(slug)
    const load = file === null ? null : await this.folder.loadAt(file)
    if (load === null) return { ok: false, message: `there is no hook ${slug} any more` }
    return load.ok ? this.files.runs.checkParams(load, params) : { ok: false, message: errorSentence(load.error) }
  }

  load(attachments: readonly Attachment[]): Promise<readonly Hook[]> {
    return Promise.all(attachments.map((attachment) => this.loadOne(attachment)))
  }

  async draft(file: string, text: string): Promise<HookDraft> {
    const load = await this.drafts.loadText(file, text)
    const slug = slugOf(file)
    if (!load.ok) {
      const failed = { ok: false, message: errorSentence(load.error) } as const
      return {
        hook: brokenHook(slug, file, load.error),
        checkParams: async () => failed,
        load: async (attachment) => unavailableHook(attachment, failed.message),
      }
    }
    return {
      hook: loadedHook(slug, file, load),
      checkParams: (params) => this.drafts.runs.checkParams(load, params),
      load: (attachment) => attachLoaded(this.drafts, attachment, load),
    }
  }

  async close(): Promise<void> {
    const all = [this.files, this.drafts]
    await Promise.all([this.builtIn.finish(), ...all.map((files) => files.close())])
    const { onLeft } = this
    if (onLeft !== undefined) await Promise.all(all.map((files) => files.endLeft(onLeft)))
  }

  private async loadOne(attachment: Attachment): Promise<Hook> {
    try {
      return (await this.loadBuiltIn(attachment)) ?? (await this.loadFile(attachment))
    } catch (error) {
      return unavailableHook(attachment, error instanceof Error ? error.message : String(error))
    }
  }

  private async loadBuiltIn(attachment: Attachment): Promise<Hook | null> {
    const definition = this.builtIn.instance(attachment.hook, attachment.id)
    if (definition === null) return null
    const checked = await this.builtIn.check(definition, attachment.params)
    if (!checked.ok) return unavailableHook(attachment, misfit(checked.message))
    const { params } = checked
    return attachedHook(attachment, {
      ...definition,
      together: TOGETHER.has(attachment.hook),
      version: BUILT_IN_VERSION,
      ask: (asking) => this.builtIn.ask(definition, asking, params),
    })
  }

  private async loadFile(attachment: Attachment): Promise<Hook> {
    const load = await this.loadCode(attachment)
    if (load === null) return unavailableHook(attachment, `there is no hook ${attachment.hook}`)
    if (!load.ok) return unavailableHook(attachment, errorSentence(load.error))
    const gone = attachment.source === 'program' ? null : pointsGone(attachment, load.described.points)
    return gone === null || gone.points.length < attachment.points.length
      ? attachLoaded(this.files, attachment, load)
      : unavailableHook(attachment, gone.why)
  }

  private async loadCode(attachment: Attachment): Promise<FileLoad | null> {
    const { hook, source } = attachment
    if (source === 'program') return this.folders.load(hook)
    const file = await this.folder.fileOf(hook)
    return file === null ? null : this.folder.loadFor(attachment, file)
  }
}

function byName(hooks: readonly LibraryHook[]): readonly LibraryHook[] {
  return [...hooks].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

function misfits(load: LoadedFile): load is LoadedFile & { readonly stale: StaleCode } {
  return load.stale?.misfit === true
}

function runs({ version, error }: LibraryHook): boolean {
  return error === null || version !== null
}
