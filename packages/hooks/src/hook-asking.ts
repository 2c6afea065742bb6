import type { PointId } from '@belay/trace'
import { AskingPort, type PortOwner } from './asking-port'
import type { CallbackPort } from './callbacks'
import type { HookFacts, PointEvents } from './events'
import type { Asking, Hook, PointAsking } from './hook'
import type { Standing, TimeLimit } from './time-limit'

type Awaited = 'machines' | 'people'

/** One hook being asked. Its signal and its port are only made when somebody looks at them: each costs more than a verdict. */
export class HookAsking<P extends PointId> implements Asking<P>, PortOwner {
  readonly point: P
  readonly event: PointEvents[P]
  readonly facts: HookFacts
  token: string | null = null
  private controller: AbortController | null = null
  private port: AskingPort | null = null
  private limit: TimeLimit | null = null
  /** How many are waited for that are no fault of its own. */
  private machines = 0
  private people = 0
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

  /** The limit that is waited by: it stands still while others are waited for, and before the hook has begun. */
  timed(limit: TimeLimit): void {
    this.limit = limit
    limit.stand(this.standing())
  }

  waiting(forModel: boolean): void {
    this.wait('machines', forModel ? 1 : -1)
  }

  waits(): () => void {
    return this.waitFor('machines')
  }

  asksPerson(): () => void {
    return this.waitFor('people')
  }

  private waitFor(whom: Awaited): () => void {
    this.wait(whom, 1)
    let over = false
    return () => {
      if (!over) this.wait(whom, -1)
      over = true
    }
  }

  private wait(whom: Awaited, more: 1 | -1): void {
    this[whom] += more
    this.limit?.stand(this.standing())
  }

  private standing(): Standing {
    if (this.people > 0) return 'for a person'
    return this.machines > 0 ? 'for machines' : 'runs'
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
