/**
 * What one turn needs from outside. The loop stores nothing: it takes everything through these and emits to one log.
 * Each port says who may throw.
 */
import type { Hook, LastAnswers, Skill, TokenCount } from '@belay/hooks'
import type {
  Answer,
  CallId,
  Clock,
  HistoryEdit,
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
  /** All that is emitted and committed in `run` is written, or, where it throws, nothing. `run` must not wait. */
  together<T>(run: () => T): T
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
  /** Why a model that is there can't be used, in a sentence; null where it can. Absent where every model that is there can. */
  check?(provider: string, model: string): string | null
}

/**
 * What hooks keep with `t.store`, by whose it is: a program's, a library hook's. Outlives the session and the process. May
 * throw where the database cannot be written; the hook is then told.
 */
export interface HookKeyValues {
  /** Undefined where nothing is kept under the key. */
  get(owner: string, key: string): Json | undefined
  /** False, and nothing is written, where the owner has all the keys that it may have and this is another one. */
  set(owner: string, key: string, value: Json): boolean
  remove(owner: string, key: string): void
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
  readonly hookStore: HookKeyValues
  /** How often `stop.done` continued this session within the hour; `add` counts one more. */
  readonly continuations: { lastHour(): number; add(): void }
  /** Uniform in [0, 1): for jitter. */
  random(): number
}

export interface ModelName {
  readonly provider: string
  readonly model: string
}

/** What rules a session at a moment. */
export interface SessionSetup {
  readonly session: SessionId
  /** Of the turn; between turns, of the last one. */
  readonly number: number
  /** Steps taken in earlier turns of the session. */
  readonly passes: number
  readonly workspace: string
  readonly agent: string
  readonly spawned: boolean
  /** All rows before this turn, in the order of their commit, replaced ones among them. */
  readonly history: readonly TranscriptRow[]
  /** What was done to the view of them, in order. */
  readonly edits: readonly HistoryEdit[]
  /** What model calls used beside the replies in `history`: of hooks, and for summaries. */
  readonly beside: { readonly turn: TokenCount; readonly session: TokenCount }
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
  /** Aborts when the person stops it; with a text as its reason where somebody else does. */
  readonly signal: AbortSignal
}

/** What rules this turn, fixed at its start. */
export interface TurnSetup extends SessionSetup {
  readonly turn: TurnId
  /** The input that opens the turn. */
  readonly input: Omit<QueuedInput, 'id'>
  /** `session.start` is asked before this turn, with this source; null where it was asked already. */
  readonly sessionStart: 'startup' | 'resume' | 'fork' | 'clear' | 'compact' | 'reload' | null
  /** `agent.start` is asked before this turn: the first of a child session. Where `spawned`, `agent.stop` is asked when it is about to stop. */
  readonly agentStart: { readonly agentType: string; readonly prompt: string } | null
}

export interface TurnEnd {
  readonly status: Exclude<TurnStatus, 'running' | 'waiting'>
  readonly code: TurnCode | null
  readonly reason: string | null
  readonly answer: string | null
}

/**
 * Runs one turn to its end, from `turn.started` to `turn.ended`, both emitted here. Its start is on record with its input, or there
 * is nothing of it. Never rejects: whatever goes wrong is an ending.
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

/**
 * Asks `session.end`. Resolves once all have answered or the setup's signal aborts, which ends them. Never rejects: gives null,
 * or why it could not be put on record.
 */
export type EndSession = (setup: SessionSetup, ports: TurnPorts, reason: string) => Promise<string | null>

export type Compacted =
  | { readonly ok: true; readonly rows: number; readonly tokensBefore: number; readonly tokensAfter: number }
  /** Everything is as it was. */
  | { readonly ok: false; readonly reason: string }

/** Sums the conversation up between turns, all but its newest part, since a person wants it so. Never rejects. */
export type CompactSession = (setup: SessionSetup, ports: TurnPorts) => Promise<Compacted>

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
