/**
 * What explanations and recorded events are read off: one session's record, looked up piece by piece, so that whoever holds it
 * reads no more of it than is asked for. Implementations change nothing and answer at once.
 */
import type {
  Answer,
  Composition,
  OutcomeEntry,
  PointId,
  Question,
  SessionId,
  Span,
  SpanDetail,
  SpanId,
  SpanKind,
  SpanStatus,
  TranscriptRow,
  TurnId,
  TurnStatus,
  VerdictEntry,
} from '@belay/trace'

export interface ReadSession {
  readonly id: SessionId
  readonly workspace: string
  /** `main`, or the name that a child was spawned under. */
  readonly agent: string
  readonly spawned: boolean
  /** Turns that a fork took over from another session; null where it is none. */
  readonly forkedTurns: number | null
  /** Epoch milliseconds of the last event. */
  readonly updatedAt: number
}

export interface ReadTurn {
  readonly id: TurnId
  readonly number: number
  /** Hash of what ruled it. */
  readonly composition: string
  readonly provider: string
  readonly model: string
  readonly startedAt: number
  readonly endedAt: number | null
  readonly status: TurnStatus
}

export interface ReadStep {
  readonly id: SpanId
  readonly turn: TurnId | null
  readonly start: number
}

export interface ReadQuestion {
  readonly question: Question
  readonly answer: Answer | null
}

/** Lists that are limited begin with the latest; the others are in the order in which things happened. */
export interface RecordReader {
  readonly session: ReadSession
  span(id: SpanId): Span | null
  /** With a status: only those that ended so. */
  latestSpans(kind: SpanKind, limit: number, status?: SpanStatus): readonly Span[]
  /** The turn's own; null where it has none. */
  rootOf(turn: TurnId): Span | null
  /** All of the session, in order. */
  steps(): readonly ReadStep[]
  detail(span: SpanId): SpanDetail
  turn(id: TurnId): ReadTurn | null
  latestTurns(limit: number): readonly ReadTurn[]
  /** By its hash; null where it is not kept. */
  composition(hash: string): Composition | null
  rowsOfTurn(turn: TurnId): readonly TranscriptRow[]
  latestRows(kind: TranscriptRow['kind'], limit: number): readonly TranscriptRow[]
  /** The last one of a kind before a time, or null. */
  rowBefore(kind: TranscriptRow['kind'], at: number): TranscriptRow | null
  verdictsAbout(span: SpanId): readonly VerdictEntry[]
  outcomesAbout(span: SpanId): readonly OutcomeEntry[]
  latestVerdicts(point: PointId, limit: number): readonly VerdictEntry[]
  questionsAbout(span: SpanId): readonly ReadQuestion[]
}
