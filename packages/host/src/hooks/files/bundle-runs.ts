/**
 * What is asked of bundled code: what it is, whether it takes parameters, and its answers. Promises: it runs in a worker only, and
 * within limits; what fails is told with its place in the file that a person wrote.
 */
import { basename } from 'node:path'
import { type Asking, asJson, HookFailure, isJsonObject } from '@belay/hooks'
import type { Clock, JsonObject } from '@belay/trace'
import { ThrownInWorker } from '../workers/thrown-in-worker'
import { PASSING, type WorkerCall } from '../workers/worker-call'
import type { WorkerPool } from '../workers/worker-pool'
import { checkedParams, type Described, describedWithEmpty } from '../workers/worker-reply'
import type { Bundle, HookError } from './bundle-hook'
import { placeInStack, placeOfComplaint } from './error-place'
import type { CheckedParams, FileLoad, LoadedFile } from './loaded-file'

/** A file that takes longer to come up would hold up every list that it is in. */
const LOAD_MS = 10_000
export const TOO_SLOW = `it did not load within ${LOAD_MS / 1_000} s`

export class BundleRuns {
  constructor(
    private readonly pool: WorkerPool,
    private readonly clock: Clock,
  ) {}

  async describe(bundle: Bundle): Promise<FileLoad> {
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

  async checkParams({ bundle, defaults }: LoadedFile, params: JsonObject): Promise<CheckedParams> {
    try {
      const checked = checkedParams.parse(await this.limited(bundle, { do: 'check', params }))
      if (!checked.ok) return checked
      return { ok: true, params: paramsOf(checked.params, { ...defaults, ...params }) }
    } catch (error) {
      return { ok: false, message: this.failureIn(bundle, error).message }
    }
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
