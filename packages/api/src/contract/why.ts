/** Why something came out as it did: read off the record alone, so that it can be answered a year later. */

import type { CallWhy, RecordedEventFacts, ShadowExample } from '@belay/replay'
import type { AttachmentId, CallId, HookMode, JsonObject, PointId, SessionId, SpanId, TurnId } from '@belay/trace'

/** Something that hooks were or could have been asked about, ready to be fired again. */
export interface RecordedEvent extends RecordedEventFacts {
  readonly session: SessionId
  readonly title: string
  /** False: a hook of the matcher that was given is not asked about it. Absent where none was given. */
  readonly matched?: boolean
}

/** What a hook in shadow would have done, since it was put there. */
export interface ShadowRecord {
  readonly attachment: AttachmentId
  readonly mode: HookMode
  /** Epoch milliseconds of its first verdict in shadow; null where it has none. */
  readonly since: number | null
  readonly asked: number
  readonly failed: number
  /** Events whose outcome would have been another one, by the hook's decision: `{ block: 3, rewrite: 1 }`. */
  readonly wouldHave: Readonly<Record<string, number>>
  /** The latest of them, at most 20. */
  readonly examples: readonly ShadowExample[]
}

/** A call that a text may mean. */
export interface FoundCall {
  readonly call: CallId
  readonly span: SpanId
  readonly turn: TurnId | null
  readonly name: string
  readonly subject: string
}

export interface Explaining {
  /** The ordered chain of one call at `tools.before` and `tools.after`, with permission between. */
  whyCall(id: SessionId, call: CallId): Promise<CallWhy>
  /** The same for what was asked about any span: a step's points, a turn's ends. */
  whySpan(id: SessionId, span: SpanId): Promise<CallWhy>
  /**
   * Calls that a text may mean: a call's or span's id, its beginning, or `3` for the third call of the turn (the latest where null).
   * At most 20, the latest first; an empty text means them all.
   */
  findCalls(id: SessionId, text: string, turn: number | null): Promise<readonly FoundCall[]>
  shadowRecord(id: SessionId, attachment: AttachmentId): Promise<ShadowRecord>
  /** The event of a hook's asking, as `fire` takes it, with the facts that it had then. */
  firedEvent(id: SessionId, span: SpanId): Promise<{ readonly point: PointId; readonly event: JsonObject }>
}
