/**
 * Runs the turns of one session. Promises: one turn at a time; what is sent while one runs is queued and read at its next
 * step or starts the next turn; what rules a turn is fixed at its start; a turn that ends leaves nothing running.
 */
import type { Compacted, TurnEnd, TurnPorts, TurnSetup } from '@belay/agent'
import type { SessionRecord } from '@belay/db'
import {
  type Answer,
  type Composition,
  type Origin,
  type QuestionId,
  type QueuedInput,
  type SessionId,
  type TurnId,
  turnId,
} from '@belay/trace'
import { reasonOf } from '../home/home'
import { writeProblem } from '../home/write-problem'
import { maskEvent } from '../log/mask'
import { createSessionLog, type SessionLog } from '../log/session-log'
import { OperationError, type SendOptions } from '../operations'
import { type BetweenTurns, createBetweenTurns } from './between-turns'
import { createSessionQueue, type SessionQueue } from './input-queue'
import { checkModel } from './models'
import type { SessionParts } from './parts'
import { createQuestionDesk } from './question-desk'
import { closeStopped } from './recover'
import { type CompositionWords, createSessionComposition, type SessionComposition } from './session-composition'
import { findSuspendedIn, type SuspendedTurn } from './standing'
import { createStart, type Start } from './start-of-turn'
import { shortTitle, UNTITLED } from './title'
import { makePorts, type SessionSide } from './turn-ports'
import { makeSetup, modelOf, resumedSetup, splitModel } from './turn-setup'

export interface NewInput {
  readonly text: string
  readonly origin: Origin
  readonly from: string | null
}

export interface Sent {
  readonly turn: TurnId | null
  readonly queued: boolean
  /** Resolves once the turn and the input are on record. Rejects where they could not be written: then there is no such turn. */
  readonly begun: Promise<void>
}

export interface SessionRunner {
  readonly log: SessionLog
  /** The turn that runs, or null. */
  running(): TurnId | null
  send(input: NewInput, options: SendOptions): Sent
  /** False where nothing in this session waits for it. Throws a conflict where another tab was faster. */
  answer(question: QuestionId, answer: Answer): boolean
  /** Queues without starting a turn. */
  leave(input: NewInput): void
  /** Takes back what waits from there; false where nothing does. */
  withdraw(from: Pick<NewInput, 'origin' | 'from'>): boolean
  /** Of the last prompt: children and mail go by them too. */
  options(): SendOptions
  composition(): Composition
  /** Changes nothing and gives false where something else than `before` rules by now. */
  replaceComposition(before: Composition, after: Composition, words: CompositionWords): boolean
  /** Resolves when the turn has ended. False where none ran. `reason` is the end's, where it is not the person's stop. */
  stop(reason?: string): Promise<boolean>
  /** Asks `session.end`, where a turn began since it was last asked and none runs now. Resolves within two seconds. */
  end(reason: string): Promise<void>
  /** Sums the conversation up. Throws a conflict while a turn runs; what is sent meanwhile is queued. */
  compact(): Promise<Compacted>
  /** Resolves when no turn runs; a turn that waits on a question is left as it is, for the next start. */
  shutDown(): Promise<void>
}

export interface RunnerHooks {
  /** Called after each turn, before a queued input starts the next. */
  readonly ended: (session: SessionId, end: TurnEnd) => void
}

interface Attempt {
  readonly turn: TurnId
  readonly input: NewInput
  readonly signal: AbortSignal
  readonly start: Start
}

interface Running {
  readonly turn: TurnId
  readonly controller: AbortController
  readonly done: Promise<void>
}

export function createSessionRunner(parts: SessionParts, id: SessionId, hooks: RunnerHooks): SessionRunner {
  return new Runner(parts, id, hooks)
}

class Runner implements SessionRunner {
  readonly log: SessionLog
  readonly #desk = createQuestionDesk()
  readonly #queue: SessionQueue
  readonly #composition: SessionComposition
  #current: Running | null = null
  /** A turn of an earlier process that waits on a person. */
  #suspended: SuspendedTurn | null
  #options: SendOptions = {}
  readonly #between: BetweenTurns
  #begun = false
  #closing = false
  #down: Promise<void> | null = null

  constructor(
    readonly parts: SessionParts,
    readonly id: SessionId,
    readonly hooks: RunnerHooks,
  ) {
    const { db, bus, clock, details, mask } = parts
    this.#queue = createSessionQueue(db.queued(id))
    this.#suspended = findSuspendedIn(db, id)
    this.log = createSessionLog({
      session: id,
      seq: this.record().seq,
      lastRow: db.lastRow(id),
      store: db,
      clock,
      publish: (session, events) => bus.publish(session, events),
      mask: (event) => maskEvent(mask, event),
      keep: (span, detail) => details.keep(id, span, detail),
    })
    const record = () => this.record()
    this.#composition = createSessionComposition(parts, { session: id, log: this.log, record })
    const side = { session: id, log: this.log, queue: this.#queue, desk: this.#desk }
    this.#between = createBetweenTurns(parts, {
      ...{ ...side, record, composition: this.#composition, options: () => this.#options },
    })
  }

  record() {
    const record = this.parts.db.session(this.id)
    if (record === null) throw new OperationError('not_found', `There is no session ${this.id}.`)
    return record
  }

  running(): TurnId | null {
    return this.#current?.turn ?? this.#suspended?.turn ?? null
  }

  send(input: NewInput, options: SendOptions) {
    if (this.#closing) throw new OperationError('unavailable', 'Belay is stopping; the message was not taken.')
    const turn = this.running()
    if (turn !== null || this.#between.busy()) {
      if (turn === null) this.#options = options
      this.leave(input)
      return { turn, queued: true, begun: Promise.resolve() }
    }
    const sent = this.#start(input, options)
    // A person still has the text. What nobody has waits for the next turn.
    if (input.origin !== 'person') sent.begun.catch(() => this.#queue.add({ id: this.parts.ids.next('inp'), ...input }))
    return { ...sent, queued: false }
  }

  answer(question: QuestionId, answer: Answer): boolean {
    if (this.#desk.answer(question, answer)) return true
    const suspended = this.#suspended
    if (suspended?.question.id !== question) return false
    this.#desk.note(question, answer)
    this.#resume(suspended, answer)
    return true
  }

  leave(input: NewInput): void {
    const queued: QueuedInput = { id: this.parts.ids.next('inp'), ...input }
    this.log.emit({ type: 'input.queued', input: queued })
    this.#queue.add(queued)
  }

  withdraw(from: Pick<NewInput, 'origin' | 'from'>): boolean {
    const withdrawn = this.#queue.withdraw(from)
    for (const { id } of withdrawn) this.log.emit({ type: 'input.taken', id })
    return withdrawn.length > 0
  }

  options(): SendOptions {
    return this.#options
  }

  composition(): Composition {
    return this.#composition.current()
  }

  replaceComposition(before: Composition, after: Composition, words: CompositionWords): boolean {
    return this.#composition.replace(before, after, words)
  }

  async end(reason: string): Promise<void> {
    if (!this.#begun || this.running() !== null) return
    this.#begun = false
    await this.#between.end(reason)
  }

  async compact(): Promise<Compacted> {
    if (this.#closing) throw new OperationError('unavailable', 'Belay is stopping; nothing was summed up.')
    if (this.running() !== null || this.#between.busy()) throw new OperationError('conflict', NOT_QUIET)
    try {
      return await this.#between.compact()
    } finally {
      if (!this.#closing && this.running() === null) this.#startNext()
    }
  }

  async stop(reason?: string): Promise<boolean> {
    if (this.#between.busy()) return this.#between.stop(reason)
    if (this.#suspended !== null) this.#resume(this.#suspended, { say: 'closed', reason: 'the turn was stopped' })
    const current = this.#current
    if (current === null) return this.#closeLeft()
    current.controller.abort(reason)
    await current.done
    return true
  }

  /** Once, however often it is asked for: hooks at session.end hear of one end. */
  shutDown(): Promise<void> {
    this.#down ??= this.#shutDown()
    return this.#down
  }

  async #shutDown(): Promise<void> {
    this.#closing = true
    this.log.flush()
    await this.#between.stop()
    const waits = this.#current !== null && this.record().status === 'waiting'
    if (waits) this.log.freeze()
    if (this.#current !== null) await this.stop('Belay was stopped while this turn ran. What was committed is kept.')
    this.log.flush()
    if (!waits) await this.end('stopped')
  }

  /** A turn that is on record as running, and that no process runs: its start or its end could not be written whole. */
  #closeLeft(): boolean {
    const left = this.parts.db.unfinishedTurns().filter((turn) => turn.session === this.id)
    for (const turn of left) closeStopped(this.parts.db, this.log, turn)
    return left.length > 0
  }

  #start(input: NewInput, options: SendOptions) {
    const turn = turnId(this.parts.ids.next('trn'))
    this.#options = options
    const start = createStart()
    this.#begin(turn, (signal) => this.#attempt({ turn, input, signal, start }))
    return { turn, begun: start.begun }
  }

  #resume(suspended: SuspendedTurn, answer: Answer): void {
    this.#suspended = null
    this.#begin(suspended.turn, (signal) => this.#goOn(suspended, answer, signal))
  }

  #begin(turn: TurnId, run: (signal: AbortSignal) => Promise<TurnEnd | null>): void {
    const controller = new AbortController()
    // In the next tick, so that `#current` stands before anything of the turn can be heard.
    const done = Promise.resolve().then(async () => this.#end(await run(controller.signal)))
    this.#current = { turn, controller, done }
  }

  /** Null: it never began, and what waits waits for the next message. */
  #end(end: TurnEnd | null): void {
    this.#queue.restore()
    this.#settle()
    this.#current = null
    if (this.#closing || end === null) return
    this.hooks.ended(this.id, end)
    // Who stopped it wants quiet: what waits is read with the next message.
    if (end.status !== 'stopped') this.#startNext()
  }

  #title(input: NewInput): void {
    const record = this.record()
    if (record.title !== UNTITLED || input.origin !== 'person') return
    this.log.emit({ type: 'session.changed', title: shortTitle(this.parts.mask(input.text)) })
  }

  async #attempt({ start, ...asked }: Attempt): Promise<TurnEnd | null> {
    try {
      const end = await this.#run(asked, start)
      if (start.isWritten()) return end
      start.fail(end.reason ?? 'The turn did not begin.')
    } catch (error) {
      start.fail(error)
    }
    return null
  }

  async #run({ turn, input, signal }: Omit<Attempt, 'start'>, start: Start): Promise<TurnEnd> {
    let setup: TurnSetup
    try {
      setup = await this.#prepare(turn, input, signal)
    } catch (error) {
      if (writeProblem(error) !== null) throw error
      return this.#cannotBegin({ turn, input, start }, `The turn could not begin: ${reasonOf(error)}`)
    }
    const written = () => {
      this.#begun = true
      start.write()
    }
    const ports = this.#ports(turn, { alongside: () => this.#title(input), written })
    return this.parts.runTurn(setup, { ...ports, log: start.watching(ports.log) })
  }

  async #goOn(suspended: SuspendedTurn, answer: Answer, signal: AbortSignal): Promise<TurnEnd> {
    const { db, resumeTurn } = this.parts
    const record = this.record()
    const composition = db.composition(suspended.record.composition) ?? this.composition()
    const hooks = await this.#composition.load(composition)
    const program = await this.#composition.program(composition).catch((error: unknown) => this.#without(error))
    const facts = { record, suspended, signal, composition, program, hooks, options: this.#options }
    const standing = { ...suspended.standing, answer }
    return resumeTurn(resumedSetup(this.parts, facts), standing, this.#ports(suspended.turn))
  }

  #ports(turn: TurnId, opening?: SessionSide['opening']): TurnPorts {
    const own = { session: this.id, turn, log: this.log, queue: this.#queue, desk: this.#desk }
    const side = opening === undefined ? own : { ...own, opening }
    return makePorts(this.parts, side)
  }

  /** The prompt is kept on the record, also where nothing could be done with it. */
  #cannotBegin({ turn, input, start }: Omit<Attempt, 'signal'>, reason: string): TurnEnd {
    const { text, origin, from } = input
    this.parts.report(`${this.id}: ${reason}`)
    const { turns, composition, model: id } = this.record()
    const { provider, model } = splitModel(id)
    const end = { status: 'failed', code: null, reason, answer: null } as const
    const { log } = this.#ports(turn, { alongside: () => this.#title(input), written: start.write })
    log.together(() => {
      log.emit({ type: 'turn.started', turn, number: turns + 1, composition, provider, model })
      log.commit({ kind: 'input', turn, replaces: null, text, origin, from })
      log.emit({ type: 'turn.ended', turn, ...end })
    })
    return end
  }

  async #prepare(turn: TurnId, input: NewInput, signal: AbortSignal): Promise<TurnSetup> {
    const composition = await this.#composition.fresh()
    const program = await this.#composition.program(composition)
    const record = this.record()
    checkModel(this.parts.extensions.modelsOf(this.id), modelOf(record, program))
    const hooks = await this.#composition.load(composition)
    const source = this.#begun ? null : sourceOf(record)
    // What a fork is to its hooks comes before what was done to the other session.
    const sessionStart = source !== 'fork' && this.#between.isCompacted() ? 'compact' : source
    return makeSetup(this.parts, {
      record,
      turn,
      input,
      signal,
      composition,
      program,
      hooks,
      sessionStart,
      options: this.#options,
    })
  }

  /** A turn that waited goes on, and the record says what it goes on without. */
  #without(error: unknown): null {
    const text = `${reasonOf(error)} The turn goes on without what it says.`
    this.log.emit({ type: 'notice', turn: this.running(), text })
    return null
  }

  #settle(): void {
    try {
      this.log.flush()
      this.parts.details.flush()
    } catch (error) {
      this.parts.report(`${this.id}: the end of a turn could not be written yet: ${String(error)}`)
    }
  }

  #startNext(): void {
    const next = this.#queue.takeStarting()
    // Where it cannot begin, it waits on.
    if (next !== null) this.#start(next, this.#options).begun.catch(() => undefined)
  }
}

const NOT_QUIET =
  'A turn of this session is not over yet, so its conversation was not summed up. Wait for the end of the turn, or stop it.'

/** What the first turn of this process is to the session: of a fork, too, that was not used before. */
function sourceOf({ turns, forkedFrom }: SessionRecord): 'startup' | 'resume' | 'fork' {
  if (forkedFrom !== null && forkedFrom.turns === turns) return 'fork'
  return turns === 0 ? 'startup' : 'resume'
}
