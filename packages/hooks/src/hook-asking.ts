import type { PointId } from '@belay/trace'
import { AskingPort, type PortOwner } from './asking-port'
import type { CallbackPort } from './callbacks'
import type { HookFacts, PointEvents } from './events'
import type { Asking, Hook, PointAsking } from './hook'
import type { TimeLimit } from './time-limit'

/** One hook being asked. Its signal and its port are only made when somebody looks at them: each costs more than a verdict. */
export class HookAsking<P extends PointId> implements Asking<P>, PortOwner {
  readonly point: P
  readonly event: PointEvents[P]
  readonly facts: HookFacts
  token: string | null = null
  private controller: AbortController | null = null
  private port: AskingPort | null = null
  private limit: TimeLimit | null = null
  /** Whatever it waits for that is no fault of its own. */
  private holds = 0
  private over: string | null = null

  constructor(
    private readonly asking: PointAsking<P>,
    readonly hook: Hook,
    /** As they stand when it is asked. */
    stand: { readonly event: PointEvents[P]; readonly facts: HookFacts },
  ) {
    this.point = asking.point
    this.event = stand.event
    this.facts = stand.facts
  }

  get signal(): AbortSignal {
    if (this.controller === null) {
      this.controller = new AbortController()
      if (this.asking.signal.aborted) this.controller.abort(this.asking.signal.reason)
    }
    return this.controller.signal
  }

  get callbacks(): CallbackPort {
    if (this.port === null) {
      this.port = new AskingPort(this.asking, this)
      if (this.over !== null) this.port.close(this.over)
    }
    return this.port.ask
  }

  /** The limit that is waited by: it stands still while a `t.llm` is under way, and before the hook has begun. */
  timed(limit: TimeLimit): void {
    this.limit = limit
    if (this.holds > 0) limit.hold()
  }

  waiting(forModel: boolean): void {
    if (forModel) this.hold()
    else this.goOn()
  }

  waits(): () => void {
    this.hold()
    let begun = false
    return () => {
      if (!begun) this.goOn()
      begun = true
    }
  }

  private hold(): void {
    this.holds += 1
    if (this.holds === 1) this.limit?.hold()
  }

  private goOn(): void {
    this.holds -= 1
    if (this.holds === 0) this.limit?.goOn()
  }

  /** It has answered, and has nothing more to ask. */
  answered(): void {
    this.close('the hook had answered')
  }

  /** What it asked for and did not wait for: a forgotten `await`, most often. Known once it has answered. */
  get unwaited(): readonly string[] {
    return this.port?.unwaited ?? []
  }

  /** Nobody waits for this answer any more. */
  end(reason: string): void {
    this.close(`the hook was ended (${reason})`)
    this.controller?.abort(new Error(reason))
  }

  private close(why: string): void {
    if (this.over !== null) return
    this.over = why
    this.port?.close(why)
  }
}
