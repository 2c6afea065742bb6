import type { CallId, SessionId, TurnId } from './ids'
import type { Json, JsonObject } from './json'

/** Who an input is from. `hook` is context that a hook gave; `reminder` a text that waited in the queue. */
export type Origin = 'person' | 'mail' | 'wake' | 'webhook' | 'hook' | 'reminder' | 'loop'

/** Tokens of one model call; null where the server did not say. */
export interface Usage {
  readonly input: number | null
  readonly cached: number | null
  readonly output: number | null
}

/** Why a reply ended. `cut`: the stream broke off; `empty`: nothing came. */
export type ReplyEnd = 'stop' | 'calls' | 'length' | 'refusal' | 'cut' | 'empty'

/** A tool call as the model asked for it. `args` is null where `raw` could not be read as an object. */
export interface CallRecord {
  readonly id: CallId
  readonly name: string
  readonly args: { readonly [key: string]: Json } | null
  /** The arguments as they were streamed, to the letter. */
  readonly raw: string
  /** Whether the call was complete when the stream ended. */
  readonly complete: boolean
}

interface RowBase {
  /** Counts from 1 within the session, in commit order. */
  readonly id: number
  readonly turn: TurnId | null
  /** Epoch milliseconds. */
  readonly at: number
  /** The row that this one takes the place of in later requests. The earlier row is kept. */
  readonly replaces: number | null
}

export interface InputRow extends RowBase {
  readonly kind: 'input'
  readonly text: string
  readonly origin: Origin
  /** The hook (or sender) that it is from, where `origin` is not a person. */
  readonly from: string | null
}

export interface ReplyRow extends RowBase {
  readonly kind: 'reply'
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly CallRecord[]
  readonly provider: string
  readonly model: string
  readonly usage: Usage
  readonly end: ReplyEnd
  /** What its provider wants back with it, to the letter: signatures of its reasoning. Absent where there is nothing. */
  readonly kept?: JsonObject
}

export interface ResultRow extends RowBase {
  readonly kind: 'result'
  readonly call: CallId
  readonly name: string
  /** What the model reads. */
  readonly content: string
  readonly isError: boolean
}

export type TranscriptRow = InputRow | ReplyRow | ResultRow
/** A row before it is committed: the log gives it its id and time. */
export type NewRow = Omit<InputRow, 'id' | 'at'> | Omit<ReplyRow, 'id' | 'at'> | Omit<ResultRow, 'id' | 'at'>

export interface SessionFacts {
  readonly id: SessionId
  readonly title: string
  readonly workspace: string
  /** `provider/model`. */
  readonly model: string
  readonly createdAt: number
  /** The session whose agent started this one, or null. */
  readonly parent: SessionId | null
  /** Where this session was forked off; absent or null where it was not. */
  readonly forkedFrom?: ForkOrigin | null
}

/** The place in another session that a fork begins at. The other one may be gone by now. */
export interface ForkOrigin {
  readonly session: SessionId
  readonly title: string
  /** The last row that was taken over. */
  readonly row: number
  /** Turns that were taken over, the last one perhaps in part. */
  readonly turns: number
}
