/**
 * A person's hook files, loaded. Promises: a file's code runs in a worker only; a file that does not load is a value that
 * says where and why; a change of it, or of what it imports, is seen at the next look.
 */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { type Asking, asJson, HookFailure, isJsonObject } from '@belay/hooks'
import type { Clock, JsonObject } from '@belay/trace'
import { ThrownInWorker } from '../workers/thrown-in-worker'
import type { WorkerCall, WorkerPool } from '../workers/worker-pool'
import { checkedParams, type Described, described } from '../workers/worker-reply'
import { type Bundle, bundleHook, bundleText, type HookError, versionOf } from './bundle-hook'
import { placeInStack, placeOfComplaint } from './error-place'

export interface LoadedFile {
  readonly ok: true
  readonly bundle: Bundle
  readonly described: Described
  readonly defaults: JsonObject
}

export type FileLoad = LoadedFile | { readonly ok: false; readonly error: HookError }
export type CheckedParams =
  | { readonly ok: true; readonly params: JsonObject }
  | { readonly ok: false; readonly message: string }

/** A file that takes longer to come up would hold up every list that it is in. */
const LOAD_MS = 10_000
/** Files outside the home folder come and go; what was not looked at for longest is loaded again. */
const MOST_FILES = 500

export class HookFiles {
  private readonly known = new Map<string, LoadedFile>()
  private readonly loading = new Map<string, Promise<FileLoad>>()

  constructor(
    private readonly pool: WorkerPool,
    private readonly clock: Clock,
  ) {}

  /** Looks at one file at a time once, however many ask. */
  load(file: string): Promise<FileLoad> {
    const running = this.loading.get(file)
    if (running !== undefined) return running
    const load = this.loadNow(file).finally(() => this.loading.delete(file))
    this.loading.set(file, load)
    return load
  }

  /** A text as if it stood in that file. Nothing of it is kept: its state is none of the file's. */
  async loadText(file: string, text: string): Promise<FileLoad> {
    const bundle = await bundleText(file, text)
    return bundle.ok ? this.describe({ ...bundle, version: `draft-${bundle.version}` }) : bundle
  }

  async checkParams({ bundle, defaults }: LoadedFile, params: JsonObject): Promise<CheckedParams> {
    try {
      const checked = checkedParams.parse(await this.limited(bundle, { do: 'check', params }))
      if (!checked.ok) return checked
      const json = asJson(checked.params)
      // A schema may make something of its parameters that is no JSON; then they are kept as they were given.
      return { ok: true, params: isJsonObject(json) ? json : { ...defaults, ...params } }
    } catch (error) {
      return { ok: false, message: this.failureIn(bundle, error).message }
    }
  }

  /** Asks the hook. Rejects with a `HookFailure` whose message says where in the file it came from. */
  async ask(bundle: Bundle, params: JsonObject, asking: Asking) {
    const { point, event, facts, signal } = asking
    const call = callOf(bundle, { do: 'ask', params, asking: { point, event, facts } })
    try {
      // The port is only made when something comes for it.
      return await this.pool.run({ ...call, callbacks: (request) => asking.callbacks(request) }, signal)
    } catch (error) {
      throw this.failureIn(bundle, error)
    }
  }

  /** Sees to it that a thread has the code, so that the first asking need not pay for it. */
  async warm({ bundle }: LoadedFile): Promise<void> {
    if (!this.pool.has(keyOf(bundle))) await this.limited(bundle, { do: 'describe' })
  }

  private async loadNow(file: string): Promise<FileLoad> {
    const known = this.known.get(file)
    if (known !== undefined && isCurrent(known.bundle)) return known
    this.known.delete(file)
    if (!existsSync(file)) return failed({ file, line: null, message: 'there is no such file' })
    const bundle = await bundleHook(file)
    if (!bundle.ok) return bundle
    const load = await this.describe(bundle)
    if (load.ok) this.remember(file, load)
    return load
  }

  private remember(file: string, load: LoadedFile): void {
    this.known.set(file, load)
    const oldest = this.known.keys().next()
    if (this.known.size > MOST_FILES && !oldest.done) this.known.delete(oldest.value)
  }

  private async describe(bundle: Bundle): Promise<FileLoad> {
    try {
      const parsed = described.safeParse(await this.limited(bundle, { do: 'describe' }))
      if (!parsed.success) return failed({ ...place(bundle, null), message: 'its default export is not a hook' })
      const empty = await this.checkParams({ ok: true, bundle, described: parsed.data, defaults: {} }, {})
      const defaults = empty.ok ? empty.params : defaultsIn(parsed.data.paramsSchema)
      return { ok: true, bundle, described: parsed.data, defaults }
    } catch (error) {
      return failed(this.loadError(bundle, error))
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
  private async limited(bundle: Bundle, message: WorkerCall['message']): Promise<unknown> {
    const controller = new AbortController()
    const cancel = this.clock.after(LOAD_MS, () => controller.abort())
    try {
      return await this.pool.run(callOf(bundle, message), controller.signal)
    } catch (error) {
      throw controller.signal.aborted
        ? new HookFailure('timeout', `it did not load within ${LOAD_MS / 1_000} s`)
        : error
    } finally {
      cancel()
    }
  }
}

function keyOf({ file, version }: Bundle): string {
  return `${version} ${file}`
}

function callOf(bundle: Bundle, message: WorkerCall['message']): WorkerCall {
  return { key: keyOf(bundle), file: bundle.file, code: bundle.code, message }
}

function isCurrent({ file, inputs, version }: Bundle): boolean {
  try {
    return versionOf(file, inputs) === version
  } catch {
    // One of them is gone or can't be read: it is loaded anew, which says so.
    return false
  }
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
