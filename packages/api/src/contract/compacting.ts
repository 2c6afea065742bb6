/** A conversation that is summed up because a person wants it. */
import type { SessionId } from '@belay/trace'

export interface CompactedSession {
  /** Rows that stand as one summary now. */
  readonly rows: number
  /** What a request took before and takes now, estimated from characters. */
  readonly tokensBefore: number
  readonly tokensAfter: number
}

export interface Compacting {
  /**
   * All but the newest part of the conversation stands as a summary in later requests; the transcript stays as it is. A
   * conflict while a turn runs. Where it fails, everything is as it was. The next turn asks `session.start` with `compact`.
   */
  compact(id: SessionId): Promise<CompactedSession>
}
