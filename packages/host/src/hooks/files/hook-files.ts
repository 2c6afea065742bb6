/**
 * A person's hook files, loaded. Promises: a file's code runs in a worker only; a file that does not load is a value that
 * says where and why, and where it ever loaded its last good version with that; a change of it, or of what it imports, is
 * seen at the next look.
 */
import { basename } from 'node:path'
import { type Asking, asJson, HookFailure, isJsonObject } from '@belay/hooks'
import type { Clock, JsonObject } from '@belay/trace'
import { misfit } from '../unfit'
import { ThrownInWorker } from '../workers/thrown-in-worker'
import { PASSING, type WorkerCall } from '../workers/worker-call'
import type { WorkerPool } from '../workers/worker-pool'
import { checkedParams, type Described, describedWithEmpty } from '../workers/worker-reply'
import { type Bundle, bundleHook, bundleText, type HookError, type HookSource, versionOf } from './bundle-hook'
import type { Bundler } from './bundler'
import { placeInStack, placeOfComplaint } from './error-place'
import { fileOfKey, isCurrent, isGone, keyOfSource } from './file-key'
import type { KeptCode } from './kept-code'
import { changedAt, earlierForms, forgetForms, keepForm, keptAs, lastGood, type StaleCode } from './last-good'

export interface LoadedFile {
  readonly ok: true
  readonly bundle: Bundle
  readonly described: Described
  readonly defaults: JsonObject
  /** Since when it is known to load, in epoch milliseconds. */
  readonly at: number
  /** What is wrong with the file now, where this is an older version of it. */
  readonly stale: StaleCode | null
}

export type FileLoad = LoadedFile | { readonly ok: false; readonly error: HookError }
export type CheckedParams =
  | { readonly ok: true; readonly params: JsonObject }
  | { readonly ok: false; readonly message: string }

/** A file that takes longer to come up would hold up every list that it is in. */
const LOAD_MS = 10_000
const TOO_SLOW = `it did not load within ${LOAD_MS / 1_000} s`
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

  constructor(
    private readonly pool: WorkerPool,
    readonly bundler: Bundler,
    private readonly clock: Clock,
    private readonly kept: KeptCode,
  ) {}

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
    return bundle.ok ? this.describe({ ...bundle, version: `draft-${bundle.version}` }) : bundle
  }

  /** Forgets the files that are gone, of these and of all that it knows, so that another one of that name begins anew. */
  forgetGone(sources: readonly HookSource[] = []): void {
    for (const key of [...this.known.keys(), ...sources.map(keyOfSource)]) if (isGone(fileOfKey(key))) this.forget(key)
  }

  async checkParams({ bundle, defaults }: LoadedFile, params: JsonObject): Promise<CheckedParams> {
    try {
      const checked = checkedParams.parse(await this.limited(bundle, { do: 'check', params }))
      if (!checked.ok) return checked
      return { ok: true, params: paramsOf(checked.params, { ...defaults, ...params }) }
    } catch (error) {
      return { ok: false, message: this.failureIn(bundle, error).message }
    }
  }

  /** What takes these parameters: the file as it is, else the last of its versions that did. */
  async fitting(source: HookSource, load: LoadedFile, params: JsonObject): Promise<FileLoad> {
    const checked = await this.checkParams(load, params)
    if (checked.ok) return load
    const { file } = source
    const error = { file, line: null, message: misfit(checked.message) }
    for (const earlier of earlierForms(this.kept, keyOfSource(source), file)) {
      if (!(await this.checkParams(earlier, params)).ok) continue
      return { ...earlier, stale: { ...this.staleBy(error, load.bundle), misfit: true } }
    }
    return failed(error)
  }

  /** Asks the hook. Rejects with a `HookFailure` whose message says where in the file it came from. */
  async ask(bundle: Bundle, params: JsonObject, asking: Asking) {
    const { point, event, facts, signal } = asking
    const call = callOf(bundle, { do: 'ask', params, asking: { point, event, facts } })
    const begun = asking.waits?.() ?? (() => undefined)
    try {
      // The port is only made when something comes for it.
      return await this.pool.run({ ...call, callbacks: (request) => asking.callbacks(request), begun }, signal)
    } catch (error) {
      throw this.failureIn(bundle, error)
    }
  }

  /** Sees to it that a thread has the code, so that the first asking need not pay for it. */
  async warm({ bundle }: LoadedFile): Promise<void> {
    if (!this.pool.has(keyOf(bundle))) await this.limited(bundle, { do: 'describe' })
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
    const load = await this.describe(bundle)
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

  private async describe(bundle: Bundle): Promise<FileLoad> {
    try {
      const parsed = describedWithEmpty.safeParse(await this.description(bundle))
      if (!parsed.success) return failed({ ...place(bundle, null), message: 'its default export is not a hook' })
      const { empty, ...described } = parsed.data
      const fresh = { ok: true, bundle, described, at: this.clock.now(), stale: null } as const
      const params = empty.ok ? paramsOf(empty.params, {}) : defaultsIn(described.paramsSchema)
      return { ...fresh, defaults: params }
    } catch (error) {
      return failed(this.loadError(bundle, error))
    }
  }

  /** In passing first. What fails there may be another file's doing, and is tried on a thread of its own. */
  private async description(bundle: Bundle): Promise<unknown> {
    try {
      return await this.limited(bundle, { do: 'describe' }, PASSING)
    } catch (error) {
      // Its own code had begun, and took too long.
      if (messageOf(error) === TOO_SLOW) throw error
      return this.limited(bundle, { do: 'describe' })
    }
  }

  private loadError(bundle: Bundle, error: unknown): HookError {
    if (!(error instanceof ThrownInWorker)) return { ...place(bundle, null), message: messageOf(error) }
    // What defineHook complains about is a mistake in the file, not an exception that a person should see as one.
    const message = error.message.replace(/^TypeError: /, '')
    return { ...place(bundle, placeOfComplaint(bundle, error.message, error.workerStack)), message }
  }

  private failureIn(bundle: Bundle, error: unknown): HookFailure {
    if (!(error instanceof ThrownInWorker)) {
      return error instanceof HookFailure ? error : new HookFailure('threw', messageOf(error))
    }
    const at = placeInStack(bundle, error.workerStack)
    const where = at === null ? '' : ` (${basename(at.file)}:${at.line})`
    return new HookFailure(error.kind, `${error.message}${where}`)
  }

  /** Work that no asking waits for has a limit of its own. */
  private async limited(bundle: Bundle, message: WorkerCall['message'], key = keyOf(bundle)): Promise<unknown> {
    const controller = new AbortController()
    let cancel: () => void = () => undefined
    const begun = () => {
      cancel()
      cancel = this.clock.after(LOAD_MS, () => controller.abort())
    }
    try {
      return await this.pool.run({ ...callOf(bundle, message), key, begun }, controller.signal)
    } catch (error) {
      throw controller.signal.aborted ? new HookFailure('timeout', TOO_SLOW) : error
    } finally {
      cancel()
    }
  }
}

/** A schema may make something of its parameters that is no JSON; then they are kept as they were given. */
function paramsOf(checked: unknown, given: JsonObject): JsonObject {
  const json = asJson(checked)
  return isJsonObject(json) ? json : given
}

function keyOf({ file, version }: Bundle): string {
  return `${version} ${file}`
}

function callOf(bundle: Bundle, message: WorkerCall['message']): WorkerCall {
  return { key: keyOf(bundle), file: bundle.file, code: bundle.code, message }
}

function failed(error: HookError): FileLoad {
  return { ok: false, error }
}

function place({ file }: Bundle, at: { readonly file: string; readonly line: number } | null) {
  return { file: at?.file ?? file, line: at?.line ?? null }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What a schema says of its defaults, where some parameter has none. */
function defaultsIn(schema: Described['paramsSchema']): JsonObject {
  const json = asJson(schema?.properties)
  if (!isJsonObject(json)) return {}
  const entries = Object.entries(json).flatMap(([name, property]) => {
    const value = isJsonObject(property) ? property.default : undefined
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}
