/**
 * V8's limits hold for its heap alone: buffers are outside of it, and a thread in a loop cannot be asked what it holds.
 * While calls run, this looks at what the process holds beside its own heap, and names the call that made it grow.
 * Promises: looks only while something runs; calls that begin within `FIRST_LOOK_MS` share one reading, which costs more
 * than all else that a call costs.
 */
import type { Worker } from 'node:worker_threads'
import type { Clock } from '@belay/trace'
import { HEAP_MIB, MOST_HELD_MIB, NURSERY_MIB } from './worker-limits'

const MIB = 1024 * 1024
const FIRST_LOOK_MS = 100
/** Memory is filled at a few GiB a second: little more than the limit comes together between two looks. */
const NEXT_LOOK_MS = 50

type Utilization = ReturnType<Worker['performance']['eventLoopUtilization']>

interface Watched {
  readonly worker: Worker
  readonly tooMuch: () => void
  /** What was held when it began, or when another one was ended. */
  from: number
  busy: Utilization
}

export class MemoryWatch {
  private readonly watched = new Set<Watched>()
  private cancel: (() => void) | null = null
  private read: { readonly held: number; readonly at: number } | null = null

  constructor(private readonly clock: Clock) {}

  /** `tooMuch` is called at most once, and not after what is returned here. */
  begin(worker: Worker, tooMuch: () => void): () => void {
    const one: Watched = { worker, tooMuch, from: this.lately(), busy: worker.performance.eventLoopUtilization() }
    this.watched.add(one)
    this.cancel ??= this.clock.after(FIRST_LOOK_MS, () => this.look())
    return () => {
      this.watched.delete(one)
      if (this.watched.size === 0) this.rest()
    }
  }

  /** What is held, or was a moment ago. */
  private lately(): number {
    const at = this.clock.now()
    if (this.read === null || at - this.read.at > FIRST_LOOK_MS) this.read = { held: heldByThreads(), at }
    return this.read.held
  }

  private rest(): void {
    this.cancel?.()
    this.cancel = null
  }

  private look(): void {
    const held = heldByThreads()
    // Each of them may fill its heap, which V8 sees to.
    const most = (MOST_HELD_MIB + (this.watched.size - 1) * (HEAP_MIB + NURSERY_MIB)) * MIB
    const grown = [...this.watched].filter(({ from }) => held - from > most)
    const worst = grown.length === 0 ? null : this.busiest(grown)
    for (const one of this.watched) one.busy = one.worker.performance.eventLoopUtilization()
    this.cancel = this.clock.after(NEXT_LOOK_MS, () => this.look())
    if (worst === null) return
    this.watched.delete(worst)
    // What it held is not given back at once, and is not the others'.
    this.read = null
    for (const one of this.watched) one.from = held
    worst.tooMuch()
  }

  /** Who waits for something fills nothing meanwhile. */
  private busiest(grown: readonly Watched[]): Watched | null {
    const share = ({ worker, busy }: Watched) => worker.performance.eventLoopUtilization(busy).utilization
    return grown.reduce<Watched | null>((best, one) => (best === null || share(one) > share(best) ? one : best), null)
  }
}

/** In bytes, roughly: all that the process holds but the heap and the buffers of this thread. */
function heldByThreads(): number {
  const { rss, heapTotal, external } = process.memoryUsage()
  return rss - heapTotal - external
}
