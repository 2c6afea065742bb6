import type { Composition } from './composition'
import type { HistoryEdit } from './history-view'
import type { CallId, QuestionId, SessionId, SpanId, TurnId } from './ids'
import type { Json, JsonObject } from './json'
import type { PointId } from './points'
import type { Attributes, Span, SpanStatus } from './span'
import type { Origin, SessionFacts, TranscriptRow } from './transcript'
import type { Outcome, Verdict } from './verdict'

export type TurnStatus =
  | 'running'
  | 'waiting'
  | 'completed'
  | 'blocked'
  | 'halted'
  | 'capped'
  | 'stopped'
  | 'failed'
  | 'interrupted'

/** Set where the product, not a hook or a person, ended the turn or shaped its end. */
export type TurnCode =
  | 'stop_cap'
  | 'stop_cap_hour'
  | 'max_iterations'
  | 'output_limit'
  | 'malformed_arguments'
  | 'empty_answer'
  | 'retry_wait'

/** A question to a person, about one call. One card serves hooks and permission. */
export interface Question {
  readonly id: QuestionId
  readonly turn: TurnId
  readonly span: SpanId
  readonly call: { readonly id: CallId; readonly name: string; readonly args: JsonObject }
  /** The hook that asks, or null where permission does. */
  readonly hook: string | null
  readonly text: string
  /** The kind that *for this session* would permit (`run:npm`, `files.write`, …); null where that is not on offer. */
  readonly kind: string | null
  /** Names of the calls of this step that wait behind it. */
  readonly behind: readonly string[]
}

export type Answer =
  | { readonly say: 'allow'; readonly scope: 'once' | 'session'; readonly args: JsonObject | null }
  | { readonly say: 'deny'; readonly reason: string | null }
  /** Closed without a person: the turn was stopped, halted, or its process died. */
  | { readonly say: 'closed'; readonly reason: string }

export interface QueuedInput {
  readonly id: string
  readonly text: string
  readonly origin: Origin
  readonly from: string | null
}

export type CompositionChangeKind = 'edit' | 'undo' | 'redo' | 'refresh'

/** What became of one file. `kept`: it was left as it is, because of `reason`. */
export interface PutBackFile {
  /** Absolute. */
  readonly path: string
  readonly result: 'restored' | 'removed' | 'kept'
  readonly reason: string | null
}

/** The reason for which a file is left that needs nothing. */
export const AS_IT_WAS = 'it is as it was'

/** Whether a file was left although it is not as it was. */
export function isLeftBehind({ result, reason }: PutBackFile): boolean {
  return result === 'kept' && reason !== AS_IT_WAS
}

/** One phase of a session, as it happened. The same union is logged, sent, folded and printed. */
export type TraceEventBody =
  | { readonly type: 'session.created'; readonly facts: SessionFacts; readonly composition: Composition }
  | { readonly type: 'session.changed'; readonly title?: string; readonly model?: string }
  | {
      readonly type: 'composition.changed'
      readonly composition: Composition
      /** What happened, as a sentence: `block-commands was attached at tools.before`. */
      readonly change: string
      /** What it is to undo, in a few words: `attach block-commands`. Absent where nobody can undo it. */
      readonly name?: string
      /** Absent: a person's edit. `refresh`: a hook file changed on the disk. */
      readonly kind?: CompositionChangeKind
    }
  | {
      readonly type: 'turn.started'
      readonly turn: TurnId
      /** Counts from 1 within the session. */
      readonly number: number
      /** The composition that rules this turn, to its end. */
      readonly composition: string
      readonly provider: string
      readonly model: string
    }
  | {
      readonly type: 'turn.status'
      readonly turn: TurnId
      readonly status: 'running' | 'waiting'
    }
  | {
      readonly type: 'turn.ended'
      readonly turn: TurnId
      readonly status: Exclude<TurnStatus, 'running' | 'waiting'>
      readonly code: TurnCode | null
      readonly reason: string | null
      readonly answer: string | null
      /** Epoch milliseconds at which it stopped, where that is not when it was said: its process had died before. */
      readonly endedAt?: number
    }
  | { readonly type: 'row.committed'; readonly row: TranscriptRow }
  | { readonly type: 'input.queued'; readonly input: QueuedInput }
  | { readonly type: 'input.taken'; readonly id: string }
  | { readonly type: 'span.started'; readonly span: Span }
  | {
      readonly type: 'span.changed'
      readonly id: SpanId
      readonly status: SpanStatus
      readonly attributes: Attributes
    }
  | {
      readonly type: 'span.ended'
      readonly id: SpanId
      readonly end: number
      readonly status: SpanStatus
      readonly attributes: Attributes
    }
  /** One hook's verdict. `span` is the hook's own span (null for a hook that was not asked), `about` what it was asked about. */
  | {
      readonly type: 'verdict'
      readonly turn: TurnId | null
      readonly span: SpanId | null
      readonly about: SpanId | null
      readonly point: PointId
      readonly verdict: Verdict
    }
  /** What the verdicts at a point added up to; comes after them. Verdicts are not repeated in it. */
  | {
      readonly type: 'outcome'
      readonly turn: TurnId | null
      readonly about: SpanId | null
      readonly point: PointId
      readonly outcome: Omit<Outcome, 'verdicts'>
    }
  | {
      readonly type: 'delta'
      readonly span: SpanId
      readonly channel: 'text' | 'reasoning'
      readonly text: string
    }
  /** The streamed partial answer of this model call was dropped (a retry follows). */
  | { readonly type: 'delta.dropped'; readonly span: SpanId }
  | { readonly type: 'question.opened'; readonly question: Question }
  | { readonly type: 'question.closed'; readonly id: QuestionId; readonly answer: Answer }
  | {
      readonly type: 'hook.fallback'
      readonly point: PointId
      readonly hook: string
      readonly ageMs: number
      readonly error: string
    }
  /** A person put back what the tools of these turns had done to files. */
  | {
      readonly type: 'files.put_back'
      readonly turns: readonly TurnId[]
      readonly files: readonly PutBackFile[]
      /** The last putting back was taken back. */
      readonly undo?: true
    }
  /** The view that requests are built from was changed: by compaction (`by` is null) or by a hook. */
  | {
      readonly type: 'history.edited'
      readonly turn: TurnId | null
      readonly edit: HistoryEdit
      readonly by: string | null
    }
  /** Something a person should know that no verdict says: a repair, a limit, a thing that was kept. */
  | { readonly type: 'notice'; readonly turn: TurnId | null; readonly text: string }

export type TraceEvent = TraceEventBody & {
  readonly session: SessionId
  /** Gapless from 1 within the session. */
  readonly seq: number
  /** Epoch milliseconds with fractions. */
  readonly at: number
}

export type TraceEventType = TraceEventBody['type']
export type EventOf<T extends TraceEventType> = Extract<TraceEvent, { type: T }>

/** Large parts of a span, kept beside the log and fetched when it is selected. Keys: `arguments`, `result`, `request`, `response`, `handed`, `answered`, `after`, `original`, `prompt`; of a command `stdout`, `stderr`, `payload`. */
export type SpanDetail = Readonly<Record<string, Json>>
