/**
 * What one turn needs from outside. The loop stores nothing: it takes everything through these and emits to one log.
 * Each port says who may throw.
 */
import type { Hook, LastAnswers, Skill } from '@belay/hooks'
import type {
  Answer,
  CallId,
  Clock,
  IdSource,
  Json,
  NewRow,
  PermissionMode,
  Question,
  QueuedInput,
  ReplyRow,
  RewriteRule,
  SessionId,
  SpanDetail,
  SpanId,
  TraceEventBody,
  TranscriptRow,
  TurnCode,
  TurnId,
  TurnStatus,
} from '@belay/trace'
import type { Provider } from './model'
import type { FileKeeper, Tool } from './tool'

/** Append, then publish. Throws only when the database cannot be written; the turn then ends as `failed`. */
export interface TurnLog {
  emit(event: TraceEventBody): void
  /** Commits before it returns, and emits `row.committed`. */
  commit(row: NewRow): TranscriptRow
  /** Keeps large parts of a span beside the log; keys merge. Masked and stored off the path of the call. */
  keep(span: SpanId, detail: SpanDetail): void
}

/**
 * Never throws. `ask` resolves also when the turn stops (`closed`). The question stays open over a restart of the page.
 * The loop itself emits `question.opened` before it asks and `question.closed` after; the port only waits for the answer.
 */
export interface Questions {
  ask(question: Question, signal: AbortSignal): Promise<Answer>
}

/** Kinds that the person permitted for this session. */
export interface Grants {
  has(kind: string): boolean
  add(kind: string): void
}

/**
 * Inputs that wait while the turn runs. `take` empties it, in order.
 * Who does it emits it: the loop emits `input.taken` for what it takes and `input.queued` for what it adds; whoever
 * else adds an input emits its `input.queued`. Reminders, and context that no model call followed, wait here too
 * (origin `reminder`, `hook`): they start no turn.
 */
export interface InputQueue {
  take(): readonly QueuedInput[]
  /** Puts a reminder of a hook at the end. */
  add(input: QueuedInput): void
}

export interface ProviderSource {
  /** Null where there is no such provider or it has no such model. */
  resolve(provider: string, model: string): Provider | null
}

export interface TurnPorts {
  readonly clock: Clock
  readonly ids: IdSource
  readonly log: TurnLog
  readonly providers: ProviderSource
  readonly tools: readonly Tool[]
  readonly questions: Questions
  readonly grants: Grants
  readonly queue: InputQueue
  /** Of this turn. What it throws is an error result of the call. */
  readonly files: FileKeeper
  readonly lastAnswers: LastAnswers | null
  /** How often `stop.done` continued this session within the hour; `add` counts one more. */
  readonly continuations: { lastHour(): number; add(): void }
  /** Uniform in [0, 1): for jitter. */
  random(): number
}

/** What rules this turn, fixed at its start. */
export interface TurnSetup {
  readonly session: SessionId
  readonly turn: TurnId
  readonly number: number
  /** Steps taken in earlier turns of the session. */
  readonly passes: number
  readonly workspace: string
  readonly agent: string
  readonly spawned: boolean
  /** The input that opens the turn. */
  readonly input: Omit<QueuedInput, 'id'>
  /** Effective rows before this turn, in order, replaced ones left out. */
  readonly history: readonly TranscriptRow[]
  readonly composition: string
  /** In asking order. */
  readonly hooks: readonly Hook[]
  readonly rewrites: RewriteRule
  readonly stopAtFirstBlock: boolean
  readonly permission: PermissionMode
  /** No person is there to answer: `permission: 'ask'` refuses every question, `deny` hooks' asks too. */
  readonly headless: boolean
  readonly provider: string
  readonly model: string
  readonly system: string
  readonly projectInstructions: string
  readonly program: string | null
  readonly skills: readonly Skill[]
  readonly outputSchema: Json
  readonly maxIterations: number
  /** `session.start` is asked before this turn, with this source; null where it was asked already. */
  readonly sessionStart: 'startup' | 'resume' | 'fork' | 'clear' | 'compact' | 'reload' | null
  /** `agent.start` is asked before this turn: the first of a child session. Where `spawned`, `agent.stop` is asked when it is about to stop. */
  readonly agentStart: { readonly agentType: string; readonly prompt: string } | null
  /** Aborts when the person stops the turn; with a text as its reason where somebody else does. */
  readonly signal: AbortSignal
}

export interface TurnEnd {
  readonly status: Exclude<TurnStatus, 'running' | 'waiting'>
  readonly code: TurnCode | null
  readonly reason: string | null
  readonly answer: string | null
}

/**
 * Runs one turn to its end, from `turn.started` to `turn.ended`, both emitted here. Never rejects: whatever goes wrong
 * is an ending.
 */
export type RunTurn = (setup: TurnSetup, ports: TurnPorts) => Promise<TurnEnd>

/** Where a turn stood when its process ended while it waited on a person about a call: nothing of it was running. */
export interface TurnStanding {
  readonly question: Question
  readonly answer: Answer
  /** The reply whose calls were being made. */
  readonly reply: ReplyRow
  /** Number of the running step. */
  readonly step: number
  /** The open spans of the step and of the turn; the call's own is the question's. */
  readonly stepSpan: SpanId
  readonly rootSpan: SpanId
  /** Context that hooks gave in this step; `order` is the place of the call that it was said about, 0 where about none. */
  readonly pending: readonly { readonly text: string; readonly from: string | null; readonly order: number }[]
}

/**
 * Goes on with a turn that waited: closes its question, makes the call as it was shown or as the answer has it, then the
 * calls behind it, then further steps to `turn.ended`. Hooks that were asked about the call are not asked again. `history`
 * holds the turn's own rows too. Never rejects.
 */
export type ResumeTurn = (setup: TurnSetup, standing: TurnStanding, ports: TurnPorts) => Promise<TurnEnd>

/** What `agents.spawn` asks for. */
export interface SpawnRequest {
  readonly parent: SessionId
  readonly call: CallId
  readonly name: string
  readonly prompt: string
  /** What the child must hand back, in words; null where the prompt says it. */
  readonly deliverable: string | null
  /** `provider/model`, or null for the parent's. */
  readonly model: string | null
  /** A command that must exit with 0 before the child may stop, or null. */
  readonly verifier: string | null
  /** Names of the tools that the child gets; null for the parent's. */
  readonly tools: readonly string[] | null
}

/** Starts child sessions. Returns at once; the child's answer comes to the parent's queue as mail. Never throws. */
export interface AgentSpawner {
  spawn(
    request: SpawnRequest,
  ): Promise<{ readonly ok: true; readonly session: SessionId } | { readonly ok: false; readonly reason: string }>
}
