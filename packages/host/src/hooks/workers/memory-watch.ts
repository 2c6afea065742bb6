/**
 * V8's limits hold for its heap alone: buffers are outside of it, and a thread in a loop cannot be asked what it holds.
 * While calls run, this looks at what the process holds beside its own heap, and names the thread that made it grow: one
 * without a call, where one of those was at work, which is what an answered call left running.
 * Promises: looks only while something runs; calls that begin within `LATELY_MS` share one reading, which costs more
 * than all else that a call costs.
 */
import type { Worker } from 'node:worker_threads'
import type { Clock } from '@belay/trace'
import { HEAP_MIB, MOST_HELD_MIB, NURSERY_MIB } from './worker-limits'

const MIB = 1024 * 1024
const LATELY_MS = 100
/** Memory is filled at a few GiB a second: little more than the limit comes together between two looks. */
const LOOK_MS = 50
/** Of its time. A thread that waits takes none of it. */
const AT_WORK = 0.1

type Utilization = ReturnType<Worker['performance']['eventLoopUtilization']>

interface Watched {
  readonly worker: Worker
  readonly tooMuch: () => void
  /** What was held when its call began, or when another thread was ended; null without a call. */
  from: number | null
  /** At the last look; null where there was none since looking began. */
  busy: Utilization | null
}

export interface MemoryOfThread {
  /** A call begins. */
  begin(): void
  /** It is over. */
  rest(): void
  /** The thread is gone. */
  forget(): void
}

export class MemoryWatch {
  private readonly threads = new Set<Watched>()
  private cancel: (() => void) | null = null
  private read: { readonly held: number; readonly at: number } | null = null

  constructor(private readonly clock: Clock) {}

  /** `tooMuch` is called at most once. */
  add(worker: Worker, tooMuch: () => void): MemoryOfThread {
    const one: Watched = { worker, tooMuch, from: null, busy: null }
    this.threads.add(one)
    const rest = () => {
      one.from = null
      if (this.running().length === 0) this.stop()
    }
    return {
      begin: () => {
        one.from = this.lately()
        this.cancel ??= this.clock.after(LOOK_MS, () => this.look())
      },
      rest,
      forget: () => {
        this.threads.delete(one)
        rest()
      },
    }
  }

  private running(): readonly Watched[] {
    return [...this.threads].filter(({ from }) => from !== null)
  }

  /** What is held, or was a moment ago. */
  private lately(): number {
    const at = this.clock.now()
    if (this.read === null || at - this.read.at > LATELY_MS) this.read = { held: heldByThreads(), at }
    return this.read.held
  }

  private stop(): void {
    this.cancel?.()
    this.cancel = null
    for (const one of this.threads) one.busy = null
  }

  private look(): void {
    const worst = this.worst(heldByThreads())
    for (const one of this.threads) one.busy = one.worker.performance.eventLoopUtilization()
    this.cancel = this.clock.after(LOOK_MS, () => this.look())
    if (worst === null) return
    this.threads.delete(worst)
    // What it held is not given back at once, and is not the others'.
    this.read = null
    const held = heldByThreads()
    for (const one of this.threads) if (one.from !== null) one.from = held
    worst.tooMuch()
  }

  private worst(held: number): Watched | null {
    const running = this.running()
    // Each of them may fill its heap, which V8 sees to.
    const most = (MOST_HELD_MIB + (running.length - 1) * (HEAP_MIB + NURSERY_MIB)) * MIB
    const grown = running.filter(({ from }) => from !== null && held - from > most)
    if (grown.length === 0) return null
    const idle = [...this.threads].filter((one) => one.from === null && share(one) > AT_WORK)
    return busiest(idle.length > 0 ? idle : grown.filter(({ busy }) => busy !== null))
  }
}

/** Who waits for something fills nothing meanwhile. */
function busiest(threads: readonly Watched[]): Watched | null {
  return threads.reduce<Watched | null>((best, one) => (best === null || share(one) > share(best) ? one : best), null)
}

/** Of the time since the last look. */
function share({ worker, busy }: Watched): number {
  return busy === null ? 0 : worker.performance.eventLoopUtilization(busy).utilization
}

/** In bytes, roughly: all that the process holds but the heap and the buffers of this thread. */
function heldByThreads(): number {
  const { rss, heapTotal, external } = process.memoryUsage()
  return rss - heapTotal - external
}
