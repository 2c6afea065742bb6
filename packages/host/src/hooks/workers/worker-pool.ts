/**
 * Threads that run the code of a person's hook files, one call at a time each, and the calls that wait for one. Promises: a call
 * settles, whatever the code does; a thread that asks hooks serves one version of one file, so that what it leaves behind (a late
 * throw, a patched global) meets no other; nothing of a worker reaches this process's stdout; idle threads don't keep the process
 * alive, and don't keep a processor busy.
 */
import { HookFailure } from '@belay/hooks'
import type { Clock } from '@belay/trace'
import { KILL_AFTER_MS } from './call-processes'
import { LeftProcesses } from './left-processes'
import { MemoryWatch } from './memory-watch'
import { RestWatch } from './rest-watch'
import { type Job, PASSING, type WorkerCall } from './worker-call'
import { type ThreadOwner, WorkerThread } from './worker-thread'

/** Hooks are asked one after another; more threads at work only serve several sessions, observers and what is waited out. */
const MOST_AT_WORK = 8
/** With those at rest, each of which keeps its file's code: more files than that are seldom attached at once. */
const MOST_THREADS = 32
/** Whoever waits for a thread for longer waits on hooks that will not end. */
const MOST_WAIT_MS = 30_000

export class WorkerPool implements ThreadOwner {
  readonly memory: MemoryWatch
  readonly rest = new RestWatch()
  readonly left = new LeftProcesses()
  closed = false
  private readonly threads = new Set<WorkerThread>()
  private readonly ending = new Set<Promise<unknown>>()
  private waiting: Job[] = []
  /** Files of which it was said that they leave something running. */
  private readonly told = new Set<string>()
  private lastId = 0

  /** `print` hears what hooks print, for a log. */
  constructor(
    readonly clock: Clock,
    readonly print: (text: string) => void,
    readonly keepsProcesses = true,
  ) {
    this.memory = new MemoryWatch(clock)
  }

  /** Rejects with a `HookFailure`. When `signal` aborts, the thread that runs the call is ended. */
  run(call: WorkerCall, signal: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new HookFailure('unreachable', 'the hook library is closed'))
      if (signal.aborted) return reject(new HookFailure('cancelled', 'nobody waits for the answer'))
      this.enter({
        ...{ call, signal },
        settle: (outcome) => ('value' in outcome ? resolve(outcome.value) : reject(outcome.failure)),
      })
      this.pump()
    })
  }

  /** Whether some thread has the code already. */
  has(key: string): boolean {
    return [...this.threads].some((thread) => thread.key === key && thread.loaded)
  }

  async close(): Promise<void> {
    this.closed = true
    const failure = () => new HookFailure('cancelled', 'the hook library was closed')
    for (const job of this.waiting) job.settle({ failure: failure() })
    this.waiting = []
    for (const thread of [...this.threads]) thread.end(failure())
    this.rest.close()
    await Promise.all(this.ending)
  }

  /** Ends what answered calls left running, and tells of each. After `close`. */
  async endLeft(tell: (sentence: string) => void): Promise<void> {
    for (const { pid, file } of await this.left.end(KILL_AFTER_MS))
      tell(`${file} had left process ${pid} running; it was ended`)
  }

  rested(thread: WorkerThread, ok: boolean): void {
    this.pump()
    if (thread.key === PASSING && thread.atRest && (!ok || this.passesBeside(thread)))
      thread.end(new HookFailure('cancelled', 'it is not needed'))
  }

  restless(thread: WorkerThread): void {
    this.tell(thread, 'went on using a processor (a timer or a loop that it left running)')
  }

  threwLate(thread: WorkerThread, message: string): void {
    this.tell(thread, `threw where nobody hears it (${message})`)
  }

  movesOn(job: Job): void {
    this.waiting.unshift(job)
  }

  awaits(end: Promise<unknown>): void {
    const over = end.finally(() => this.ending.delete(over))
    this.ending.add(over)
  }

  ended(thread: WorkerThread, gone: Promise<unknown>): void {
    this.threads.delete(thread)
    this.awaits(gone)
    if (!this.closed) this.pump()
  }

  /** Where somebody wants to hear that it has begun, it waits for a thread only so long. */
  private enter(job: Job): void {
    const { begun } = job.call
    if (begun === undefined) {
      this.waiting.push(job)
      return
    }
    const timed: Job = {
      call: {
        ...job.call,
        begun: () => {
          stopWaiting()
          begun()
        },
      },
      signal: job.signal,
      settle: (outcome) => {
        stopWaiting()
        job.settle(outcome)
      },
    }
    const stopWaiting = this.clock.after(MOST_WAIT_MS, () => this.giveUp(timed))
    this.waiting.push(timed)
  }

  /** No thread took it up: those that run are not ended for that. */
  private giveUp(job: Job): void {
    const thread = [...this.threads].find((one) => one.runs(job))
    this.waiting = this.waiting.filter((other) => other !== job)
    const failure = new HookFailure('unreachable', `no worker took it up within ${MOST_WAIT_MS / 1_000} s`)
    if (thread === undefined) job.settle({ failure })
    else thread.end(failure)
  }

  private pump(): void {
    this.waiting = this.waiting.filter((job) => !dropped(job))
    while (this.waiting.length > 0) {
      const job = this.next()
      const thread = job === undefined ? null : this.threadFor(job.call)
      if (job === undefined || thread === null) return
      this.waiting = this.waiting.filter((other) => other !== job)
      this.lastId += 1
      thread.start(job, this.lastId)
    }
  }

  /** The first whose thread is at rest: a thread should not be ended a moment before it is asked again. */
  private next(): Job | undefined {
    const atRest = new Set(this.idle().map(({ key }) => key))
    return this.waiting.find(({ call }) => atRest.has(call.key)) ?? this.waiting[0]
  }

  /** One that has the code: a file's own state lives as long as its thread. */
  private threadFor({ key, file }: WorkerCall): WorkerThread | null {
    const idle = this.idle()
    const own = idle.find((thread) => thread.key === key)
    if (own !== undefined) return own
    if (this.threads.size - idle.length >= MOST_AT_WORK) return null
    this.makeRoom(idle, file)
    const thread = new WorkerThread(this, key, file)
    this.threads.add(thread)
    return thread
  }

  private idle(): readonly WorkerThread[] {
    return [...this.threads].filter(({ atRest }) => atRest)
  }

  /** Of a file's older versions the last one stays, for a turn that began with it. */
  private makeRoom(idle: readonly WorkerThread[], file: string): void {
    const oldest = [...idle].sort((a, b) => a.lastUsed - b.lastUsed)
    const older = oldest.filter((thread) => thread.file === file && thread.key !== PASSING).slice(0, -1)
    const full = this.threads.size - older.length >= MOST_THREADS
    const least = full ? oldest.filter((thread) => !older.includes(thread)).slice(0, 1) : []
    for (const thread of [...older, ...least]) thread.end(new HookFailure('cancelled', 'another file needs room'))
  }

  /** Once of each version: it would do it again. */
  private tell({ key, file }: WorkerThread, did: string): void {
    if (key === PASSING || this.told.has(key)) return
    this.told.add(key)
    this.print(`${file}: it had answered and ${did}; its thread was ended`)
  }

  private passesBeside(thread: WorkerThread): boolean {
    return [...this.threads].some((other) => other !== thread && other.key === PASSING && other.atRest)
  }
}

function dropped({ signal, settle }: Job): boolean {
  if (signal.aborted) settle({ failure: new HookFailure('cancelled', 'nobody waits for the answer any more') })
  return signal.aborted
}
