import type { Clock } from '@belay/trace'

/** A clock that moves when it is told to, and runs what became due, in order. */
export class FakeClock implements Clock {
  private at = 1_000
  private timers: { readonly due: number; readonly run: () => void }[] = []

  now(): number {
    return this.at
  }

  after(ms: number, run: () => void): () => void {
    const timer = { due: this.at + ms, run }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter((other) => other !== timer)
    }
  }

  /** Timers that nobody cancelled. */
  get waiting(): number {
    return this.timers.length
  }

  /** Moves on by `ms`, letting promises settle before and after each timer. */
  async pass(ms: number): Promise<void> {
    const until = this.at + ms
    await settled()
    for (let next = this.nextDue(until); next !== null; next = this.nextDue(until)) {
      this.at = next.due
      this.timers = this.timers.filter((timer) => timer !== next)
      next.run()
      await settled()
    }
    this.at = until
  }

  private nextDue(until: number): { readonly due: number; readonly run: () => void } | null {
    const due = this.timers.filter((timer) => timer.due <= until).sort((a, b) => a.due - b.due)
    return due[0] ?? null
  }
}

/** Enough turns of the microtask queue for any chain of promises in the pipeline. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}
