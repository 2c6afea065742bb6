/**
 * What one hook asks of its session while it is asked. Promises: every request settles, at the latest when the hook has
 * answered or was ended, and leaves no timer; what no source may grant is refused here, in a sentence; a rejection that
 * nobody looks at harms nobody.
 */
import type { Clock, Json, PointId } from '@belay/trace'
import type { CallbackAsker, CallbackPort, CallbackRequest, CallbackSource } from './callbacks'
import type { Hook } from './hook'
import { noCallbacks } from './no-callbacks'

/** A `t.llm` has 30 s of its own (`hooks.md` §6). */
const LLM_MS = 30_000
/** More than any hook has a use for at once, and an end to a loop that waits for none of its requests. */
export const MOST_UNDER_WAY = 64

/** What a request is called by who writes a hook. */
export const CALLED: { readonly [Do in CallbackRequest['do']]: string } = {
  llm: 't.llm',
  'store.get': 't.store.get',
  'store.set': 't.store.set',
  'history.tail': 't.history.tail',
  'history.get': 't.history.get',
  'history.tags': 't.history.tags',
  'history.rewind': 't.history.rewind',
  'history.expand': 't.history.expand',
  'history.collapse': 't.history.collapse',
  tool: 't.tool',
}

const EDITS: ReadonlySet<CallbackRequest['do']> = new Set(['history.rewind', 'history.expand', 'history.collapse'])

export interface PortOwner {
  readonly hook: Hook
  /** Known once the hook was announced to the sink. */
  readonly token: string | null
  /** While a model is waited for the hook's own time stands still. */
  waiting(forModel: boolean): void
  /** A person is asked: its time stands still until what this gives is called. */
  asksPerson(): () => void
}

/** What of an asking matters here. */
interface Ground {
  readonly point: PointId
  readonly clock: Clock
  readonly facts: { readonly dryRun: boolean }
  readonly callbacks?: CallbackSource
  readonly live?: boolean
}

export class AskingPort {
  private readonly controller = new AbortController()
  private readonly underWay = new Map<(error: Error) => void, CallbackRequest['do']>()
  /** What was under way when the hook was over, by its name; the same one once. */
  unwaited: readonly string[] = []
  private models = 0
  private source: CallbackPort | null = null
  private over: string | null = null

  constructor(
    private readonly ground: Ground,
    private readonly owner: PortOwner,
  ) {}

  readonly ask: CallbackPort = (request) => {
    const refusal = this.refusal(request)
    const answer = refusal === null ? this.put(request) : Promise.reject(new Error(refusal))
    // Who asks and does not wait must not bring down the app with what comes of it.
    answer.catch(() => undefined)
    return answer
  }

  /** Nobody waits any more: what is under way is given up, and nothing further is asked. */
  close(why: string): void {
    if (this.over !== null) return
    this.over = why
    const error = new Error(`${why} before this was there`)
    this.unwaited = [...new Set([...this.underWay.values()].map((what) => CALLED[what]))]
    for (const giveUp of [...this.underWay.keys()]) giveUp(error)
    this.controller.abort(error)
  }

  private put(request: CallbackRequest): Promise<Json> {
    const { signal } = this.controller
    switch (request.do) {
      case 'llm':
        return this.putToModel(request)
      case 'tool':
        // A signal of its own for what lasts: a source may hang much on it.
        return this.send(request, AbortSignal.any([signal])).answer
      default:
        return this.send(request, signal).answer
    }
  }

  private async putToModel(request: CallbackRequest): Promise<Json> {
    const late = new AbortController()
    this.models += 1
    if (this.models === 1) this.owner.waiting(true)
    const { answer, giveUp } = this.send(request, AbortSignal.any([this.controller.signal, late.signal]))
    const cancelTimer = this.ground.clock.after(LLM_MS, () => {
      const error = new Error(`t.llm had no answer within ${LLM_MS / 1_000} s`)
      giveUp(error)
      late.abort(error)
    })
    try {
      return await answer
    } finally {
      cancelTimer()
      this.models -= 1
      if (this.models === 0) this.owner.waiting(false)
    }
  }

  private send(request: CallbackRequest, signal: AbortSignal) {
    const { promise, resolve, reject } = withResolvers<Json>()
    this.underWay.set(reject, request.do)
    // Adopted by a promise of our own, so that whatever a source does ends up there.
    const asked = new Promise<Json>((adopt) => adopt(this.port()(request, signal)))
    asked.then(resolve, reject)
    const answer = promise.finally(() => this.underWay.delete(reject))
    return { answer, giveUp: reject }
  }

  private port(): CallbackPort {
    this.source ??= this.ground.callbacks?.(this.asker()) ?? noCallbacks
    return this.source
  }

  private asker(): CallbackAsker {
    const { hook, token } = this.owner
    const { signal } = this.controller
    return {
      hook,
      point: this.ground.point,
      token,
      signal,
      scratch: this.triedOut() !== null,
      hold: () => this.owner.asksPerson(),
    }
  }

  private refusal(request: CallbackRequest): string | null {
    const what = CALLED[request.do]
    if (this.over !== null) return `${what} was refused: ${this.over}`
    if (this.underWay.size >= MOST_UNDER_WAY) {
      return `${what} was refused: ${MOST_UNDER_WAY} requests of this hook are under way, which is the most at once`
    }
    const why = this.whyUnchanged(request)
    return why === null ? null : `${what} was refused: ${why}`
  }

  private whyUnchanged(request: CallbackRequest): string | null {
    const edits = EDITS.has(request.do)
    if (edits && this.owner.hook.observe) return 'a hook that observes changes nothing'
    return edits || request.do === 'tool' ? this.triedOut() : null
  }

  /** Why nothing of the session may change by this hook, or null. */
  private triedOut(): string | null {
    if (this.owner.hook.mode === 'shadow') return 'the hook is in shadow, where it changes nothing'
    if (this.ground.facts.dryRun && this.ground.live !== true) return 'this is a dry run, which changes nothing'
    return null
  }
}

/** As `Promise.withResolvers`, which Node 20 has not. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
