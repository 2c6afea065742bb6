import type { CallId, Json, JsonObject, Origin, PointId, SpanStatus } from '@belay/trace'

/** A tool call as hooks see it. `within` is the call that ran the cell, for a call made inside one. */
export interface HookCall {
  readonly id: CallId
  readonly name: string
  readonly args: JsonObject
  readonly within?: CallId
}

export interface HookResult {
  readonly id: CallId
  readonly name: string
  /** What the model would read, at most 64 KiB of it. */
  readonly content: string
  readonly isError: boolean
}

export interface HookReply {
  readonly text: string
  readonly calls: readonly HookCall[]
}

interface StopEvent {
  readonly reply: HookReply
  /** How often this turn was continued. */
  readonly held: number
  /** Whether a hook is continuing this turn now. */
  readonly active: boolean
}

/** What each point hands to its hooks. The first key is the subject that a function of `on` gets as its second argument. */
export interface PointEvents {
  'session.start': { readonly source: 'startup' | 'resume' | 'fork' | 'clear' | 'compact' | 'reload' }
  'guard.onInput': { readonly msg: string; readonly origin: Origin }
  'memory.keep': { readonly [key: string]: never }
  'memory.summarize': { readonly prompt: string }
  'context.build': { readonly [key: string]: never }
  'model.choose': { readonly [key: string]: never }
  'errors.on': { readonly err: string }
  'stop.done': StopEvent
  'tools.before': { readonly call: HookCall }
  'tools.after': {
    readonly result: HookResult
    readonly call: HookCall
    /** Epoch milliseconds. */
    readonly startedMs: number
    readonly finishedMs: number
    /** How the call ended, and what its tool tells beside the content (`exitCode`, `timedOut`); absent where that is not known. */
    readonly ended?: { readonly status: SpanStatus; readonly facts: JsonObject }
  }
  'guard.onOutput': { readonly ans: string }
  'agent.start': { readonly agentType: string; readonly prompt: string }
  'agent.stop': StopEvent
  'session.end': { readonly reason: string }
}

/** Points by their shape, for code that handles any of them. */
export type AnyPointEvent = PointEvents[PointId]

export interface Skill {
  readonly name: string
  readonly description: string
}

/** Tokens of replies. One that did not report all of its own counts as `unreported`: what it used is in no sum, or in part. */
export interface TokenCount {
  readonly input: number
  readonly output: number
  readonly replies: number
  readonly unreported: number
}

/** The facts on `t`, made afresh for each call of a hook. */
export interface HookFacts {
  /** Number of the turn within the session, from 1. */
  readonly turn: number
  /** Number of the step within the turn, from 1; 0 before the first. */
  readonly step: number
  /** Number of the step within the session, from 1. */
  readonly pass: number
  /** What the provider last reported, or null. */
  readonly promptTokens: number | null
  /** Of this turn's replies so far. A model call that failed has no reply. */
  readonly turnTokens: TokenCount
  /** Of the session's, this turn's among them; of replies that were summed up since it is not told. */
  readonly sessionTokens: TokenCount
  /** Tokens that this conversation is measured against, or null where the model's window is unknown. */
  readonly budget: number | null
  /** The model that the next call goes to, as it stands. */
  readonly model: string
  readonly provider: string
  /** `main`, or the name under which this session was started by another. */
  readonly agent: string
  /** Hash of what rules this turn. */
  readonly composition: string
  readonly sessionId: string
  readonly turnId: string
  /** The program whose prompt and hooks rule the session, or null. */
  readonly program: string | null
  /** The folder that the session works in, absolute. */
  readonly workspace: string
  /** The message that arrived last. */
  readonly incoming: string
  /** The system prompt, as it stands. */
  readonly system: string
  /** What the workspace's own instructions say. */
  readonly projectInstructions: string
  /** JSON Schema of the answer, or null. */
  readonly outputSchema: Json
  readonly skills: readonly Skill[]
  /** Whether this session was started by another. */
  readonly spawned: boolean
  /** A back-test or `belay fire`: nothing may be changed. */
  readonly dryRun: boolean
  /** Steps that a turn may take. */
  readonly maxIterations: number
  /** Calls that the model asked for in the step just taken; 0 but at `stop.done`. */
  readonly toolCalls: number
}
