/**
 * One thread and the call that it runs. Promises: a call settles, whatever the code does; what ran away, died or was told to
 * end is gone, with the processes that its call started; nothing that comes from it is believed.
 */
import { randomUUID } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { HookFailure, UnreadableAnswer } from '@belay/hooks'
import type { Clock } from '@belay/trace'
import { endGroup } from '../../processes/end-group'
import { CallProcesses, KILL_AFTER_MS } from './call-processes'
import { lastWords } from './last-words'
import type { LeftProcesses } from './left-processes'
import type { MemoryOfThread, MemoryWatch } from './memory-watch'
import type { RestWatch } from './rest-watch'
import { SessionLine } from './session-line'
import { startWorker } from './start-worker'
import { ThrownInWorker } from './thrown-in-worker'
import { type Job, PASSING } from './worker-call'
import { HEAP_MIB, MARK_NAME, MOST_HELD_MIB } from './worker-limits'
import { readReply, type WorkerAnswer, type WorkerReply } from './worker-reply'

/** Whose thread it is. */
export interface ThreadOwner {
  readonly clock: Clock
  readonly memory: MemoryWatch
  readonly rest: RestWatch
  readonly left: LeftProcesses
  readonly closed: boolean
  /** Whether what a call started is left alone once it has answered. */
  readonly keepsProcesses: boolean
  print(text: string): void
  /** It has answered, and takes up another call. */
  rested(thread: WorkerThread, ok: boolean): void
  /** It had answered and went on using a processor; it is gone. */
  restless(thread: WorkerThread): void
  /** It had answered, and threw where nobody hears it; it is gone. */
  threwLate(thread: WorkerThread, message: string): void
  /** The call has not begun, and starts over on another thread. */
  movesOn(job: Job): void
  /** Something is being ended that nobody may go before. */
  awaits(end: Promise<unknown>): void
  /** It takes up nothing more; `gone` resolves once nothing of it runs. */
  ended(thread: WorkerThread, gone: Promise<unknown>): void
}

type AboutProcess = Extract<WorkerReply, { ended: number } | { own: boolean } | { waits: true }>

interface Running {
  readonly id: number
  readonly job: Job
  readonly onAbort: () => void
  /** Stops waiting for the thread to say that it took the call up. */
  readonly calmDown: () => void
  readonly line: SessionLine
  /** They end with a call that is ended, not with one that answers. */
  readonly processes: CallProcesses
  begun: boolean
}

/** A thread that was awake and takes nothing up for so long is stuck in what an earlier hook left running. */
const STUCK_MS = 1_000
/** A few come of a mistake, more of a loop that fills the app's memory. */
const MOST_NONSENSE = 100
export class WorkerThread {
  /** Rises with every call of the pool: the least is the one that was not asked for longest. */
  lastUsed = 0
  private readonly mark = randomUUID()
  private readonly worker: Worker
  private readonly memory: MemoryOfThread
  /** Whether it has the code. */
  private hasCode = false
  private running: Running | null = null
  /** Whether it has ever said anything: before that, it may still be starting. */
  private awake = false
  private isOver = false
  /** What it said since its last call began, and honest code does not say. */
  private nonsense = 0

  constructor(
    private readonly owner: ThreadOwner,
    /** Whose code it runs, and none else's. */
    readonly key: string,
    /** Of its last call; always the same but in passing. */
    public file: string,
  ) {
    this.worker = startWorker(this.mark, (text) => owner.print(text))
    const tooMuch = () => new ThrownInWorker('threw', `it used more than ${MOST_HELD_MIB} MiB of memory`, '')
    this.memory = owner.memory.add(this.worker, () => this.end(tooMuch()))
    this.listen()
  }

  get atRest(): boolean {
    return this.running === null
  }

  get loaded(): boolean {
    return this.hasCode
  }

  /** What is only looked at leaves nothing behind. */
  private get keeps(): boolean {
    return this.owner.keepsProcesses && this.key !== PASSING
  }

  runs(job: Job): boolean {
    return this.running?.job === job
  }

  start(job: Job, id: number): void {
    const { call, signal } = job
    const { file, code, message, key } = call
    const onAbort = () => this.end(new HookFailure('cancelled', 'nobody waits for the answer any more'))
    const calmDown = this.awake ? this.owner.clock.after(STUCK_MS, () => this.moveOn(job)) : () => undefined
    this.memory.begin()
    this.owner.rest.end(this.worker)
    this.nonsense = 0
    this.lastUsed = id
    this.file = file
    const line = new SessionLine(call.callbacks ?? null, (answer) => this.worker.postMessage(answer))
    const processes = new CallProcesses(`${MARK_NAME}=${this.mark}.${id}`)
    this.running = { id, job, onAbort, calmDown, line, processes, begun: false }
    signal.addEventListener('abort', onAbort, { once: true })
    this.worker.ref()
    try {
      this.worker.postMessage({ ...message, id, file, passing: key === PASSING, ...(this.hasCode ? {} : { code }) })
    } catch (error) {
      this.release()
      job.settle({ failure: new HookFailure('not_started', `it could not be handed the event: ${String(error)}`) })
    }
  }

  end(failure: HookFailure): void {
    if (this.isOver) return
    this.isOver = true
    const running = this.running
    this.release()
    this.memory.forget()
    this.owner.rest.end(this.worker)
    const gone = Promise.allSettled([this.worker.terminate(), running?.processes.end()])
    running?.job.settle({ failure })
    this.owner.ended(this, gone)
  }

  private listen(): void {
    const { worker } = this
    worker.on('message', (message: unknown) => this.hear(message))
    // Node's types say an Error; it is whatever the code threw.
    worker.on('error', (thrown: unknown) => this.died(lastWords(thrown, HEAP_MIB)))
    worker.on('messageerror', (thrown: unknown) => {
      const { message } = lastWords(thrown, HEAP_MIB)
      this.end(new HookFailure('bad_answer', `its answer could not be read: ${message}`))
    })
    worker.on('exit', (code) => this.died(new HookFailure('exit', `it ended its worker with exit code ${code}`)))
  }

  private hear(message: unknown): void {
    const reply = readReply(message)
    const { running } = this
    if (reply !== null && ('ended' in reply || 'own' in reply || 'waits' in reply)) this.hearProcess(reply)
    // What it says of a call that is over is too late.
    else if (reply === null || running === null || reply.id !== running.id) this.bear()
    else {
      this.awake = true
      if ('started' in reply) this.hearStart(running)
      else if ('ok' in reply) this.finish(running, reply)
      else if (!running.line.hear(reply)) this.bear()
    }
  }

  private hearProcess(reply: AboutProcess): void {
    const { running, file, owner } = this
    if ('waits' in reply) {
      if (running?.id === reply.id) running.processes.waited()
      return
    }
    if ('ended' in reply) {
      // Those of a call that runs are looked at when it is over.
      owner.left.ended(reply.ended)
      return
    }
    const { started, own, id } = reply
    // Its code shares the port, and says what it likes.
    if (started === process.pid || started === process.ppid) return
    if (running?.id === id) running.processes.add(started, own)
    else if (!this.keeps) owner.awaits(endGroup(started, KILL_AFTER_MS))
    else if (!own) owner.left.add({ pid: started, file })
  }

  private bear(): void {
    this.nonsense += 1
    if (this.nonsense > MOST_NONSENSE) this.end(new HookFailure('bad_answer', 'it flooded the app with messages'))
  }

  private hearStart(running: Running): void {
    running.begun = true
    running.calmDown()
    running.job.call.begun?.()
  }

  private finish({ job: { settle }, processes }: Running, reply: WorkerAnswer): void {
    if (!reply.ok && reply.leaves === true) {
      // It is about to be gone, and takes up nothing more.
      this.end(new ThrownInWorker(reply.kind, reply.message, reply.stack))
      return
    }
    const { owner, worker, file } = this
    this.release()
    owner.rest.begin(worker, () => this.endRestless())
    if (!this.keeps) owner.awaits(processes.end())
    else for (const pid of processes.left) owner.left.add({ pid, file })
    // Code that threw as it was loaded is not kept there, and goes along again.
    if (reply.ok && this.key !== PASSING) this.hasCode = true
    if (!reply.ok) settle({ failure: new ThrownInWorker(reply.kind, reply.message, reply.stack) })
    else if (reply.unreadable === undefined) settle({ value: reply.value })
    else settle({ value: new UnreadableAnswer(`answered with a value that is not JSON (${reply.unreadable})`) })
    owner.rested(this, reply.ok)
  }

  private release(): void {
    const { running } = this
    if (running === null) return
    running.job.signal.removeEventListener('abort', running.onAbort)
    running.calmDown()
    this.memory.rest()
    this.running = null
    this.worker.unref()
  }

  private moveOn(job: Job): void {
    this.release()
    this.owner.movesOn(job)
    this.end(new HookFailure('unreachable', 'its worker was stuck'))
  }

  private endRestless(): void {
    this.end(new HookFailure('cancelled', 'it kept a processor busy'))
    this.owner.restless(this)
  }

  /** By itself. What it left behind may have done it before the call began, which then starts over. */
  private died(failure: HookFailure): void {
    const { running } = this
    if (running !== null && this.awake && !running.begun && !this.owner.closed) this.moveOn(running.job)
    else {
      if (running === null && failure.kind === 'threw') this.owner.threwLate(this, failure.message)
      this.end(failure)
    }
  }
}
