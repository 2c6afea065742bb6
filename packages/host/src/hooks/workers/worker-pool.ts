/**
 * Threads that run the code of a person's hook files, one call at a time each. Promises: a call settles, whatever the code
 * does; a thread that asks hooks serves one version of one file, so that what it leaves behind (a late throw, a patched global)
 * meets no other; a thread that ran away, died or was told to end is gone and is replaced; nothing of a worker reaches this
 * process's stdout; idle threads don't keep the process alive, and don't keep a processor busy.
 */
import type { Worker } from 'node:worker_threads'
import { type CallbackPort, HookFailure, UnreadableAnswer } from '@belay/hooks'
import type { Clock } from '@belay/trace'
import { endGroup } from '../../processes/end-group'
import { lastWords } from './last-words'
import { LeftProcesses } from './left-processes'
import { type MemoryOfThread, MemoryWatch } from './memory-watch'
import { RestWatch } from './rest-watch'
import { SessionLine } from './session-line'
import { startWorker } from './start-worker'
import { ThrownInWorker } from './thrown-in-worker'
import { HEAP_MIB, MOST_HELD_MIB } from './worker-limits'
import { readReply, type WorkerAnswer, type WorkerReply } from './worker-reply'

export interface WorkerCall {
  /** What the code is known by in a worker: its file and version. `PASSING` for what is looked at in passing. */
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

/**
 * Calls that share their threads, since nothing of their code is kept: a thread of its own for each file of a folder would take
 * ten times as long. What one file leaves behind may spoil the next call: a failure here proves nothing.
 */
export const PASSING = 'in passing'

interface Job {
  readonly call: WorkerCall
  readonly signal: AbortSignal
  readonly settle: (outcome: { readonly value: unknown } | { readonly failure: HookFailure }) => void
}

interface Thread {
  readonly worker: Worker
  /** Whose code it runs, and none else's. */
  readonly key: string
  /** Of its last call; always the same but in passing. */
  file: string
  readonly memory: MemoryOfThread
  /** Whether it has the code. */
  loaded: boolean
  job: Running | null
  /** Whether it has ever said anything: before that, it may still be starting. */
  awake: boolean
  /** Rises with every call of the pool: the least is the one that was not asked for longest. */
  lastUsed: number
  /** What it said since its last call began, and honest code does not say. */
  nonsense: number
}

interface Running {
  readonly id: number
  readonly job: Job
  readonly onAbort: () => void
  /** Stops waiting for the thread to say that it took the call up. */
  readonly calmDown: () => void
  readonly line: SessionLine
  /** Processes that it started, each with a group of its own, and whether they are to go on by themselves: they end with a call that is ended, not with one that answers. */
  readonly processes: Map<number, boolean>
  begun: boolean
}

/** Hooks are asked one after another; more threads at work only serve several sessions, observers and what is waited out. */
const MOST_AT_WORK = 8
/** With those at rest, each of which keeps its file's code: more files than that are seldom attached at once. */
const MOST_THREADS = 32
/** A thread that was awake and takes nothing up for so long is stuck in what an earlier hook left running. */
const STUCK_MS = 1_000
/** Whoever waits for a thread for longer waits on hooks that will not end. */
export const MOST_WAIT_MS = 30_000
/** A few come of a mistake, more of a loop that fills the app's memory. */
const MOST_NONSENSE = 100
/** TERM, and then so long until KILL: a stop has to be over within a second. */
const KILL_AFTER_MS = 800

export class WorkerPool {
  private readonly threads = new Set<Thread>()
  private readonly ending = new Set<Promise<unknown>>()
  private waiting: Job[] = []
  private readonly memory: MemoryWatch
  private readonly rest = new RestWatch()
  private readonly left = new LeftProcesses()
  /** Files of which it was said that they leave something running. */
  private readonly restless = new Set<string>()
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
    return [...this.threads].some((thread) => thread.key === key && thread.loaded)
  }

  async close(): Promise<void> {
    this.closed = true
    for (const job of this.waiting) job.settle({ failure: new HookFailure('cancelled', 'the hook library was closed') })
    this.waiting = []
    for (const thread of [...this.threads])
      this.end(thread, new HookFailure('cancelled', 'the hook library was closed'))
    this.rest.close()
    await Promise.all(this.ending)
  }

  /** Ends what answered calls left running, and tells of each. After `close`. */
  async endLeft(tell: (sentence: string) => void): Promise<void> {
    for (const { pid, file } of await this.left.end(KILL_AFTER_MS))
      tell(`${file} had left process ${pid} running; it was ended`)
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
      const job = this.next()
      const thread = job === undefined ? null : this.threadFor(job.call)
      if (job === undefined || thread === null) return
      this.waiting = this.waiting.filter((other) => other !== job)
      this.start(thread, job)
    }
  }

  /** The first whose thread is at rest: a thread should not be ended a moment before it is asked again. */
  private next(): Job | undefined {
    const atRest = new Set([...this.threads].filter(({ job }) => job === null).map(({ key }) => key))
    return this.waiting.find(({ call }) => atRest.has(call.key)) ?? this.waiting[0]
  }

  /** One that has the code: a file's own state lives as long as its thread. */
  private threadFor({ key, file }: WorkerCall): Thread | null {
    const idle = [...this.threads].filter((thread) => thread.job === null)
    const own = idle.find((thread) => thread.key === key)
    if (own !== undefined) return own
    if (this.threads.size - idle.length >= MOST_AT_WORK) return null
    this.makeRoom(idle, file)
    return this.addThread(key, file)
  }

  /** Of a file's older versions the last one stays, for a turn that began with it. */
  private makeRoom(idle: readonly Thread[], file: string): void {
    const oldest = [...idle].sort((a, b) => a.lastUsed - b.lastUsed)
    const older = oldest.filter((thread) => thread.file === file && thread.key !== PASSING).slice(0, -1)
    const full = this.threads.size - older.length >= MOST_THREADS
    const least = full ? oldest.filter((thread) => !older.includes(thread)).slice(0, 1) : []
    for (const thread of [...older, ...least]) this.end(thread, new HookFailure('cancelled', 'another file needs room'))
  }

  private start(thread: Thread, job: Job): void {
    const { call, signal } = job
    const { file, code, message } = call
    const id = ++this.lastId
    const onAbort = () => this.end(thread, new HookFailure('cancelled', 'nobody waits for the answer any more'))
    const calmDown = thread.awake ? this.clock.after(STUCK_MS, () => this.moveOn(thread, job)) : () => undefined
    thread.memory.begin()
    this.rest.end(thread.worker)
    thread.nonsense = 0
    thread.lastUsed = id
    thread.file = file
    const line = new SessionLine(call.callbacks ?? null, (answer) => thread.worker.postMessage(answer))
    thread.job = { id, job, onAbort, calmDown, line, processes: new Map(), begun: false }
    signal.addEventListener('abort', onAbort, { once: true })
    thread.worker.ref()
    try {
      thread.worker.postMessage({
        ...message,
        id,
        file,
        passing: call.key === PASSING,
        ...(thread.loaded ? {} : { code }),
      })
    } catch (error) {
      this.release(thread)
      job.settle({ failure: new HookFailure('not_started', `it could not be handed the event: ${String(error)}`) })
    }
  }

  private addThread(key: string, file: string): Thread {
    const worker = startWorker(this.print)
    const tooMuch = () => new ThrownInWorker('threw', `it used more than ${MOST_HELD_MIB} MiB of memory`, '')
    const memory = this.memory.add(worker, () => this.end(thread, tooMuch()))
    const thread: Thread = {
      ...{ worker, key, file, memory, loaded: false, job: null, awake: false, lastUsed: 0, nonsense: 0 },
    }
    this.threads.add(thread)
    worker.on('message', (message: unknown) => this.hear(thread, message))
    // Node's types say an Error; it is whatever the code threw.
    worker.on('error', (thrown: unknown) => this.died(thread, lastWords(thrown, HEAP_MIB)))
    worker.on('messageerror', (thrown: unknown) => {
      const { message } = lastWords(thrown, HEAP_MIB)
      this.end(thread, new HookFailure('bad_answer', `its answer could not be read: ${message}`))
    })
    worker.on('exit', (code) =>
      this.died(thread, new HookFailure('exit', `it ended its worker with exit code ${code}`)),
    )
    return thread
  }

  private hear(thread: Thread, message: unknown): void {
    const reply = readReply(message)
    const running = thread.job
    if (reply !== null && ('ended' in reply || 'own' in reply)) this.hearProcess(thread, reply)
    // What it says of a call that is over is too late.
    else if (reply === null || running === null || reply.id !== running.id) this.bear(thread)
    else {
      thread.awake = true
      if ('started' in reply) this.hearStart(running)
      else if ('ok' in reply) this.finish(thread, running, reply)
      else if (!running.line.hear(reply)) this.bear(thread)
    }
  }

  private hearProcess({ job, file }: Thread, reply: Extract<WorkerReply, { ended: number } | { own: boolean }>): void {
    if ('ended' in reply) {
      // Those of a call that runs are looked at when it is over.
      this.left.ended(reply.ended)
      return
    }
    const { started, own, id } = reply
    // Its code shares the port, and says what it likes.
    if (started === process.pid || started === process.ppid) return
    if (job?.id === id) job.processes.set(started, own)
    else if (!own) this.left.add({ pid: started, file })
  }

  private bear(thread: Thread): void {
    thread.nonsense += 1
    if (thread.nonsense > MOST_NONSENSE)
      this.end(thread, new HookFailure('bad_answer', 'it flooded the app with messages'))
  }

  private hearStart(running: Running): void {
    running.begun = true
    running.calmDown()
    running.job.call.begun?.()
  }

  private finish(thread: Thread, { job: { settle }, processes }: Running, reply: WorkerAnswer): void {
    if (!reply.ok && reply.leaves === true) {
      // It is about to be gone, and takes up nothing more.
      this.end(thread, new ThrownInWorker(reply.kind, reply.message, reply.stack))
      return
    }
    this.release(thread)
    this.rest.begin(thread.worker, () => this.endRestless(thread))
    for (const [pid, own] of processes) if (!own) this.left.add({ pid, file: thread.file })
    // Code that threw as it was loaded is not kept there, and goes along again.
    if (reply.ok && thread.key !== PASSING) thread.loaded = true
    if (!reply.ok) settle({ failure: new ThrownInWorker(reply.kind, reply.message, reply.stack) })
    else if (reply.unreadable === undefined) settle({ value: reply.value })
    else settle({ value: new UnreadableAnswer(`answered with a value that is not JSON (${reply.unreadable})`) })
    this.pump()
    if (thread.key === PASSING && thread.job === null && (!reply.ok || this.passesBeside(thread)))
      this.end(thread, new HookFailure('cancelled', 'it is not needed'))
  }

  private passesBeside(thread: Thread): boolean {
    return [...this.threads].some((other) => other !== thread && other.key === PASSING && other.job === null)
  }

  private release(thread: Thread): void {
    const running = thread.job
    if (running === null) return
    running.job.signal.removeEventListener('abort', running.onAbort)
    running.calmDown()
    thread.memory.rest()
    thread.job = null
    thread.worker.unref()
  }

  /** The call has not begun: it starts over on another thread. */
  private moveOn(thread: Thread, job: Job): void {
    this.release(thread)
    this.waiting.unshift(job)
    this.end(thread, new HookFailure('unreachable', 'its worker was stuck'))
  }

  private endRestless(thread: Thread): void {
    const { key, file } = thread
    this.end(thread, new HookFailure('cancelled', 'it kept a processor busy'))
    if (key === PASSING || this.restless.has(key)) return
    this.restless.add(key)
    this.print(
      `${file}: it had answered and went on using a processor (a timer or a loop that it left running); its thread was ended`,
    )
  }

  /** By itself. What it left behind may have done it before the call began, which then starts over. */
  private died(thread: Thread, failure: HookFailure): void {
    const running = thread.job
    if (running !== null && thread.awake && !running.begun && !this.closed) this.moveOn(thread, running.job)
    else this.end(thread, failure)
  }

  private end(thread: Thread, failure: HookFailure): void {
    if (!this.threads.delete(thread)) return
    const running = thread.job
    this.release(thread)
    thread.memory.forget()
    this.rest.end(thread.worker)
    const ends = [...(running?.processes.keys() ?? [])].map((pid) => endGroup(pid, KILL_AFTER_MS))
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
