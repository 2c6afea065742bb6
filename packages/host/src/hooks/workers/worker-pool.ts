/**
 * Threads that run the code of a person's hook files, one call at a time each. Promises: a call settles, whatever the code
 * does; a thread that ran away, died or was told to end is gone and is replaced; nothing of a worker reaches this
 * process's stdout; idle threads don't keep the process alive.
 */
import { Worker } from 'node:worker_threads'
import { type CallbackPort, HookFailure, UnreadableAnswer } from '@belay/hooks'
import type { Clock } from '@belay/trace'
import { endGroup } from '../../processes/end-group'
import { lastWords } from './last-words'
import { MemoryWatch } from './memory-watch'
import { SessionLine } from './session-line'
import { ThrownInWorker } from './thrown-in-worker'
import { HEAP_MIB, MOST_HELD_MIB, NURSERY_MIB } from './worker-limits'
import { readReply, type WorkerAnswer } from './worker-reply'
import { WORKER_SOURCE } from './worker-source'

export interface WorkerCall {
  /** What the code is known by in a worker: its file and version. */
  readonly key: string
  readonly code: string
  readonly file: string
  readonly message:
    | { readonly do: 'describe' }
    | { readonly do: 'check'; readonly params: unknown }
    | { readonly do: 'ask'; readonly params: unknown; readonly asking: unknown }
  /** What it may ask of a session meanwhile. */
  readonly callbacks?: CallbackPort
  /** Called once a thread has taken it up. Who gives it waits no longer than `MOST_WAIT_MS` for that. */
  readonly begun?: () => void
}

interface Job {
  readonly call: WorkerCall
  readonly signal: AbortSignal
  readonly settle: (outcome: { readonly value: unknown } | { readonly failure: HookFailure }) => void
}

interface Thread {
  readonly worker: Worker
  /** Keys of the code that it has. */
  readonly has: Set<string>
  job: Running | null
  /** Whether it has ever said anything: before that, it may still be starting. */
  awake: boolean
  /** What it said since its last call began, and honest code does not say. */
  nonsense: number
}

interface Running {
  readonly id: number
  readonly job: Job
  readonly onAbort: () => void
  /** Stops waiting for the thread to say that it took the call up. */
  readonly calmDown: () => void
  readonly stopWatching: () => void
  readonly line: SessionLine
  /** Processes that it started, each with a group of its own: they end with a call that is ended, not with one that answers. */
  readonly processes: number[]
}

/** Hooks are asked one after another; more threads only serve several sessions, observers and what is waited out. */
const MOST_THREADS = 8
/** A thread that was awake and takes nothing up for so long is stuck in what an earlier hook left running. */
const STUCK_MS = 1_000
/** Whoever waits for a thread for longer waits on hooks that will not end. */
export const MOST_WAIT_MS = 30_000
/** A few come of a mistake, more of a loop that fills the app's memory. */
const MOST_NONSENSE = 100
/** TERM, and then so long until KILL: a stop has to be over within a second. */
const KILL_AFTER_MS = 800
/** What code prints is kept from stdout and cut here, so that a flood costs nothing. */
const MOST_PRINTED = 10_000

export class WorkerPool {
  private readonly threads = new Set<Thread>()
  private readonly ending = new Set<Promise<unknown>>()
  private waiting: Job[] = []
  private readonly memory: MemoryWatch
  private lastId = 0
  private closed = false

  /** `print` hears what hooks print, for a log. */
  constructor(
    private readonly clock: Clock,
    private readonly print: (text: string) => void,
  ) {
    this.memory = new MemoryWatch(clock)
  }

  /** Rejects with a `HookFailure`. When `signal` aborts, the thread that runs the call is ended. */
  run(call: WorkerCall, signal: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new HookFailure('unreachable', 'the hook library is closed'))
      if (signal.aborted) return reject(new HookFailure('cancelled', 'nobody waits for the answer'))
      let stopWaiting: () => void = () => undefined
      const settle: Job['settle'] = (outcome) => {
        stopWaiting()
        if ('value' in outcome) resolve(outcome.value)
        else reject(outcome.failure)
      }
      const { begun } = call
      if (begun === undefined) this.waiting.push({ call, signal, settle })
      else {
        const hear = () => {
          stopWaiting()
          begun()
        }
        const job = { call: { ...call, begun: hear }, signal, settle }
        stopWaiting = this.clock.after(MOST_WAIT_MS, () => this.giveUp(job))
        this.waiting.push(job)
      }
      this.pump()
    })
  }

  /** Whether some thread has the code already. */
  has(key: string): boolean {
    return [...this.threads].some((thread) => thread.has.has(key))
  }

  async close(): Promise<void> {
    this.closed = true
    for (const job of this.waiting) job.settle({ failure: new HookFailure('cancelled', 'the hook library was closed') })
    this.waiting = []
    for (const thread of [...this.threads])
      this.end(thread, new HookFailure('cancelled', 'the hook library was closed'))
    await Promise.all(this.ending)
  }

  /** No thread took it up: those that run are not ended for that. */
  private giveUp(job: Job): void {
    const thread = [...this.threads].find((one) => one.job?.job === job)
    this.waiting = this.waiting.filter((other) => other !== job)
    const failure = new HookFailure('unreachable', `no worker took it up within ${MOST_WAIT_MS / 1_000} s`)
    if (thread === undefined) job.settle({ failure })
    else this.end(thread, failure)
  }

  private pump(): void {
    this.waiting = this.waiting.filter((job) => !dropped(job))
    while (this.waiting.length > 0) {
      const [job] = this.waiting
      const thread = job === undefined ? null : this.threadFor(job.call.key)
      if (job === undefined || thread === null) return
      this.waiting.shift()
      this.start(thread, job)
    }
  }

  /** An idle thread, first one that has the code: a file's own state lives as long as its thread. */
  private threadFor(key: string): Thread | null {
    const idle = [...this.threads].filter((thread) => thread.job === null)
    const best = idle.find((thread) => thread.has.has(key)) ?? idle[0]
    if (best !== undefined) return best
    return this.threads.size < MOST_THREADS ? this.addThread() : null
  }

  private start(thread: Thread, job: Job): void {
    const { call, signal } = job
    const { key, file, code, message } = call
    const id = ++this.lastId
    const onAbort = () => this.end(thread, new HookFailure('cancelled', 'nobody waits for the answer any more'))
    const calmDown = thread.awake ? this.clock.after(STUCK_MS, () => this.moveOn(thread, job)) : () => undefined
    const tooMuch = () => new ThrownInWorker('threw', `it used more than ${MOST_HELD_MIB} MiB of memory`, '')
    const stopWatching = this.memory.begin(thread.worker, () => this.end(thread, tooMuch()))
    thread.nonsense = 0
    const line = new SessionLine(call.callbacks ?? null, (answer) => thread.worker.postMessage(answer))
    thread.job = { id, job, onAbort, calmDown, stopWatching, line, processes: [] }
    signal.addEventListener('abort', onAbort, { once: true })
    thread.worker.ref()
    try {
      thread.worker.postMessage({ ...message, id, key, file, ...(thread.has.has(key) ? {} : { code }) })
    } catch (error) {
      this.release(thread)
      job.settle({ failure: new HookFailure('not_started', `it could not be handed the event: ${String(error)}`) })
    }
  }

  private addThread(): Thread {
    const worker = new Worker(WORKER_SOURCE, {
      eval: true,
      name: 'belay hooks',
      // Its own start: no loader and no flags of this process, and no keys.
      execArgv: [],
      env: withoutSecrets(process.env),
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: NURSERY_MIB },
    })
    const thread: Thread = { worker, has: new Set(), job: null, awake: false, nonsense: 0 }
    this.threads.add(thread)
    worker.unref()
    worker.on('message', (message: unknown) => this.hear(thread, message))
    // Node's types say an Error; it is whatever the code threw.
    worker.on('error', (thrown: unknown) => this.end(thread, lastWords(thrown, HEAP_MIB)))
    worker.on('messageerror', (thrown: unknown) => {
      const { message } = lastWords(thrown, HEAP_MIB)
      this.end(thread, new HookFailure('bad_answer', `its answer could not be read: ${message}`))
    })
    worker.on('exit', (code) => this.end(thread, new HookFailure('exit', `it ended its worker with exit code ${code}`)))
    for (const stream of [worker.stdout, worker.stderr]) {
      stream.on('data', (chunk: Buffer) => this.print(chunk.toString('utf8').slice(0, MOST_PRINTED)))
    }
    return thread
  }

  private hear(thread: Thread, message: unknown): void {
    const reply = readReply(message)
    const running = thread.job
    // What it says of a call that is over is too late.
    if (reply === null || running === null || reply.id !== running.id) this.bear(thread)
    else {
      thread.awake = true
      if ('started' in reply) this.hearStart(running, reply.started)
      else if ('ok' in reply) this.finish(thread, running, reply)
      else if (!running.line.hear(reply)) this.bear(thread)
    }
  }

  private bear(thread: Thread): void {
    thread.nonsense += 1
    if (thread.nonsense > MOST_NONSENSE)
      this.end(thread, new HookFailure('bad_answer', 'it flooded the app with messages'))
  }

  private hearStart({ calmDown, processes, job }: Running, started: number | true): void {
    if (started === true) {
      calmDown()
      job.call.begun?.()
    }
    // Its code shares the port, and says what it likes.
    else if (started !== process.pid && started !== process.ppid) processes.push(started)
  }

  private finish(thread: Thread, { job: { settle, call } }: Running, reply: WorkerAnswer): void {
    if (!reply.ok && reply.leaves === true) {
      // It is about to be gone, and takes up nothing more.
      this.end(thread, new ThrownInWorker(reply.kind, reply.message, reply.stack))
      return
    }
    this.release(thread)
    // Code that threw as it was loaded is not kept there, and goes along again.
    if (reply.ok) thread.has.add(call.key)
    if (!reply.ok) settle({ failure: new ThrownInWorker(reply.kind, reply.message, reply.stack) })
    else if (reply.unreadable === undefined) settle({ value: reply.value })
    else settle({ value: new UnreadableAnswer(`answered with a value that is not JSON (${reply.unreadable})`) })
    this.pump()
  }

  private release(thread: Thread): void {
    const running = thread.job
    if (running === null) return
    running.job.signal.removeEventListener('abort', running.onAbort)
    running.calmDown()
    running.stopWatching()
    thread.job = null
    thread.worker.unref()
  }

  /** The call has not begun: it starts over on another thread. */
  private moveOn(thread: Thread, job: Job): void {
    this.release(thread)
    this.waiting.unshift(job)
    this.end(thread, new HookFailure('unreachable', 'its worker was stuck'))
  }

  private end(thread: Thread, failure: HookFailure): void {
    if (!this.threads.delete(thread)) return
    const running = thread.job
    this.release(thread)
    const ends = (running?.processes ?? []).map((pid) => endGroup(pid, KILL_AFTER_MS))
    const gone = Promise.allSettled([thread.worker.terminate(), ...ends]).finally(() => this.ending.delete(gone))
    this.ending.add(gone)
    running?.job.settle({ failure })
    if (!this.closed) this.pump()
  }
}

function dropped({ signal, settle }: Job): boolean {
  if (signal.aborted) settle({ failure: new HookFailure('cancelled', 'nobody waits for the answer any more') })
  return signal.aborted
}

const SECRET = /_API_KEY$|_TOKEN$|_SECRET|_PASSWORD$/i

function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.Dict<string> {
  const kept = Object.entries(env).filter(([name]) => !SECRET.test(name) && name !== 'NODE_OPTIONS')
  return Object.fromEntries(kept)
}
