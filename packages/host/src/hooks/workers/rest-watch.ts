/**
 * Whether threads without a call are at rest. What a hook left running (a timer that is always due, a loop) would use a
 * processor for as long as the app runs. Promises: keeps nothing alive; names a thread only after two looks at which it was
 * at work, so that what finishes a moment after the answer may do so.
 */
import type { Worker } from 'node:worker_threads'

export const REST_LOOK_MS = 2_000
/** Of its time. A timer that looks at something every second takes a thousandth. */
const AT_WORK = 0.05
const LOOKS = 2

interface Resting {
  readonly worker: Worker
  readonly restless: () => void
  busy: ReturnType<Worker['performance']['eventLoopUtilization']>
  looks: number
}

export class RestWatch {
  private readonly threads = new Map<Worker, Resting>()
  private timer: NodeJS.Timeout | null = null

  /** It has no call from now on. `restless` is called at most once. */
  begin(worker: Worker, restless: () => void): void {
    this.threads.set(worker, { worker, restless, busy: worker.performance.eventLoopUtilization(), looks: 0 })
    this.timer ??= setInterval(() => this.look(), REST_LOOK_MS).unref()
  }

  /** It has a call, or is gone. */
  end(worker: Worker): void {
    this.threads.delete(worker)
  }

  close(): void {
    if (this.timer !== null) clearInterval(this.timer)
    this.threads.clear()
  }

  private look(): void {
    for (const one of [...this.threads.values()]) {
      const { utilization } = one.worker.performance.eventLoopUtilization(one.busy)
      one.busy = one.worker.performance.eventLoopUtilization()
      one.looks = utilization > AT_WORK ? one.looks + 1 : 0
      if (one.looks < LOOKS) continue
      this.threads.delete(one.worker)
      one.restless()
    }
  }
}
