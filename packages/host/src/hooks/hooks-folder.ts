/**
 * The hook files of a home and those that are named by a path: where they are, and which of them is meant. Promises: what is Belay's own,
 * or reads as something else than it is, is not loaded.
 */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path'
import { type Attachment, hasHidden, showHidden } from '@belay/trace'
import type { BuiltInHooks } from './built-in-hook'
import type { HookFiles } from './files/hook-files'
import type { FileLoad } from './files/loaded-file'
import type { LibraryHook } from './library'
import { brokenHook, loadedHook } from './library-hook'
import { HOOK_EXTENSIONS, leadsIntoHome, OWN_GROUND } from './own-ground'

export class HooksFolder {
  readonly path: string

  constructor(
    private readonly home: string,
    private readonly builtIn: Pick<BuiltInHooks, 'has'>,
    private readonly files: HookFiles,
  ) {
    this.path = join(home, 'hooks')
  }

  /** The version of the file that takes the parameters of the attachment. */
  async loadFor({ params }: Attachment, file: string): Promise<FileLoad> {
    const load = await this.loadAt(file)
    return load.ok ? this.files.fitting({ file }, load, params) : load
  }

  async loadAt(file: string): Promise<FileLoad> {
    const refused = (message: string) =>
      ({ ok: false, error: { file: showHidden(file), line: null, message } }) as const
    if (hasHidden(basename(file))) return refused(UNSEEN)
    return leadsIntoHome(this.home, file) ? refused(OWN_GROUND) : this.files.load({ file })
  }

  /** Files of the folder by name; what begins with `_` or `.` helps the others, and tests stand beside them. */
  async ownFiles(): Promise<readonly string[]> {
    const names = await readdir(this.path).catch(() => [])
    return names
      .filter((name) => HOOK_EXTENSIONS.includes(extname(name)) && !/^[._]|\.d\.m?ts$|\.test\.\w+$/.test(name))
      .sort()
      .map((name) => join(this.path, name))
  }

  async fileOf(hook: string, from?: string): Promise<string | null> {
    if (isAbsolute(hook) || hook.includes('/') || HOOK_EXTENSIONS.includes(extname(hook))) {
      const file = resolve(from ?? this.path, hook)
      return isAbsolute(hook) || existsSync(file) ? file : null
    }
    const own = await this.ownFiles()
    const file = own.find((one) => slugOf(one) === hook)
    if (file === undefined) this.files.forgetGone(HOOK_EXTENSIONS.map((end) => ({ file: join(this.path, hook + end) })))
    return file ?? null
  }

  async describeFile(file: string, files?: readonly string[]): Promise<LibraryHook> {
    const own = dirname(file) === this.path
    const slug = own ? slugOf(file) : file
    const taken = own ? this.takenBy(slug, file, files ?? (await this.ownFiles())) : null
    const load: FileLoad =
      taken === null ? await this.loadAt(file) : { ok: false, error: { file, line: null, message: taken } }
    return load.ok ? loadedHook(slug, file, load) : brokenHook(slug, file, load.error)
  }

  /** Why a file can't have its name: it would never be the one that is attached by it. */
  private takenBy(slug: string, file: string, files: readonly string[]): string | null {
    if (this.builtIn.has(slug)) return `a built-in hook is called ${slug}; rename the file`
    const first = files.find((other) => slugOf(other) === slug)
    return first === undefined || first === file ? null : `${basename(first)} has the same name; rename one of them`
  }
}

const UNSEEN = 'its name holds a character that nobody sees; rename the file'

export function slugOf(file: string): string {
  return basename(file, extname(file))
}
