/**
 * A person's hook files: which version of each holds now. Promises: a file that does not load is a value that says where and
 * why, and where it ever loaded its last good version with that; a change of it, or of what it imports, is seen at the next look.
 */
import type { Clock, JsonObject } from '@belay/trace'
import { misfit } from '../unfit'
import type { WorkerPool } from '../workers/worker-pool'
import { type Bundle, bundleHook, bundleText, type HookError, type HookSource, versionOf } from './bundle-hook'
import { BundleRuns, TOO_SLOW } from './bundle-runs'
import type { Bundler } from './bundler'
import { fileOfKey, isCurrent, isGone, keyOfSource } from './file-key'
import type { KeptCode } from './kept-code'
import { changedAt, earlierForms, forgetForms, keepForm, keptAs, lastGood, type StaleCode } from './last-good'
import type { FileLoad, LoadedFile } from './loaded-file'

/** Files outside the home folder come and go; what was not looked at for longest is loaded again. */
const MOST_FILES = 500

/** A thread that was slow to come up is no fault of the file: it is tried again after a while, but not at every look. */
const TRY_AGAIN_MS = 60_000

interface SlowFile {
  readonly of: Pick<Bundle, 'file' | 'inputs' | 'version'>
  readonly error: HookError
  readonly until: number
}

export class HookFiles {
  private readonly known = new Map<string, LoadedFile>()
  private readonly loading = new Map<string, Promise<FileLoad>>()
  private readonly slow = new Map<string, SlowFile>()
  /** What is asked of the code of those that loaded. */
  readonly runs: BundleRuns

  constructor(
    private readonly pool: WorkerPool,
    readonly bundler: Bundler,
    private readonly clock: Clock,
    private readonly kept: KeptCode,
  ) {
    this.runs = new BundleRuns(pool, clock)
  }

  /** Looks at one file at a time once, however many ask. */
  load(source: HookSource): Promise<FileLoad> {
    const key = keyOfSource(source)
    const running = this.loading.get(key)
    if (running !== undefined) return running
    const load = this.loadNow(source).finally(() => this.loading.delete(key))
    this.loading.set(key, load)
    return load
  }

  /** A text as if it stood in that file. Nothing of it is kept: its state is none of the file's. */
  async loadText(file: string, text: string): Promise<FileLoad> {
    const bundle = await bundleText(this.bundler, file, text)
    return bundle.ok ? this.runs.describe({ ...bundle, version: `draft-${bundle.version}` }) : bundle
  }

  /** Forgets the files that are gone, of these and of all that it knows, so that another one of that name begins anew. */
  forgetGone(sources: readonly HookSource[] = []): void {
    for (const key of [...this.known.keys(), ...sources.map(keyOfSource)]) if (isGone(fileOfKey(key))) this.forget(key)
  }

  /** What takes these parameters: the file as it is, else the last of its versions that did. */
  async fitting(source: HookSource, load: LoadedFile, params: JsonObject): Promise<FileLoad> {
    const checked = await this.runs.checkParams(load, params)
    if (checked.ok) return load
    const { file } = source
    const error = { file, line: null, message: misfit(checked.message) }
    for (const earlier of earlierForms(this.kept, keyOfSource(source), file)) {
      if (!(await this.runs.checkParams(earlier, params)).ok) continue
      return { ...earlier, stale: { ...this.staleBy(error, load.bundle), misfit: true } }
    }
    return failed(error)
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.bundler.close()])
  }

  /** Ends what hooks left running that had answered. After `close`. */
  endLeft(tell: (sentence: string) => void): Promise<void> {
    return this.pool.endLeft(tell)
  }

  private async loadNow(source: HookSource): Promise<FileLoad> {
    const key = keyOfSource(source)
    const known = this.known.get(key)
    if (known !== undefined && known.stale === null && isCurrent(known.bundle)) return known
    const load = await this.loadFile(source)
    if (load.ok) return this.remember(key, load)
    if (isGone(source.file)) {
      this.forget(key)
      return load
    }
    const good = known ?? lastGood(this.kept, key, source.file)
    return good === null ? load : this.remember(key, { ...good, stale: this.staleBy(load.error, good.bundle) })
  }

  private async loadFile(source: HookSource): Promise<FileLoad> {
    const { file } = source
    if (isGone(file)) return failed({ file, line: null, message: 'there is no such file' })
    const slow = this.slow.get(keyOfSource(source))
    if (slow !== undefined && this.clock.now() < slow.until && isCurrent(slow.of)) return failed(slow.error)
    const bundle = await bundleHook(this.bundler, source)
    if (!bundle.ok) {
      // What it imports is not known: its own text has to do.
      if (bundle.ended === true)
        this.noteSlow(source, { file, inputs: [file], version: versionOf(file, [file]) }, bundle)
      return bundle
    }
    const load = await this.runs.describe(bundle)
    if (!load.ok && load.error.message === TOO_SLOW) this.noteSlow(source, bundle, load)
    else this.slow.delete(keyOfSource(source))
    return load
  }

  private noteSlow(source: HookSource, of: SlowFile['of'], { error }: { readonly error: HookError }): void {
    this.slow.set(keyOfSource(source), { of, error, until: this.clock.now() + TRY_AGAIN_MS })
  }

  /** Gone is gone: a new file of that name is another one. */
  private forget(key: string): void {
    this.known.delete(key)
    this.slow.delete(key)
    if (this.kept.get(key) === null) return
    this.kept.remove(key)
    forgetForms(this.kept, key)
  }

  private staleBy(error: HookError, { file, inputs }: Bundle): StaleCode {
    return { error, since: Math.min(this.clock.now(), changedAt([file, ...inputs])) }
  }

  private remember(key: string, load: LoadedFile): LoadedFile {
    const kept = load.stale === null ? this.keep(key, load) : load
    this.known.delete(key)
    this.known.set(key, kept)
    const oldest = this.known.keys().next()
    if (this.known.size > MOST_FILES && !oldest.done) this.known.delete(oldest.value)
    return kept
  }

  /** Each version once in a process: code that another version of the app bundled is not kept for longer than that. */
  private keep(key: string, load: LoadedFile): LoadedFile {
    const { version } = load.bundle
    const known = this.known.get(key)
    if (known?.bundle.version === version) return { ...load, at: known.at }
    const before = this.kept.get(key)
    const kept = before?.version === version ? { ...load, at: before.at } : load
    const replaced = before?.version === version ? null : lastGood(this.kept, key, load.bundle.file)
    if (replaced !== null) keepForm(this.kept, key, { before: replaced, now: load })
    this.kept.set(key, keptAs(kept))
    return kept
  }
}

function failed(error: HookError): FileLoad {
  return { ok: false, error }
}
