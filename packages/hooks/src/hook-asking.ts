import type { PointId } from '@belay/trace'
import type { CallbackPort } from './callbacks'
import type { HookFacts, PointEvents } from './events'
import type { Asking } from './hook'
import { noCallbacks } from './no-callbacks'

/** One hook being asked. Its signal is only made when somebody looks at it: a controller costs more than a verdict. */
export class HookAsking<P extends PointId> implements Asking<P> {
  private controller: AbortController | null = null

  constructor(
    readonly point: P,
    readonly event: PointEvents[P],
    readonly facts: HookFacts,
    private readonly turn: AbortSignal,
  ) {}

  get signal(): AbortSignal {
    if (this.controller === null) {
      this.controller = new AbortController()
      if (this.turn.aborted) this.controller.abort(this.turn.reason)
    }
    return this.controller.signal
  }

  get callbacks(): CallbackPort {
    return noCallbacks
  }

  /** Nobody waits for this answer any more. */
  end(reason: string): void {
    this.controller?.abort(new Error(reason))
  }
}
