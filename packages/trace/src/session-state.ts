/**
 * What a session's log adds up to, as both the server and the page hold it. Only `fold` writes into it; whoever owns a
 * state tells its readers that it moved.
 */
import type { Composition } from './composition'
import { type CompositionHistory, NO_HISTORY } from './composition-history'
import type { Answer, EventOf, Question, QueuedInput, TraceEvent, TurnCode, TurnStatus } from './event'
import type { QuestionId, SpanId, TurnId } from './ids'
import type { PointId } from './points'
import type { Span } from './span'
import type { SessionFacts, TranscriptRow } from './transcript'
import type { Outcome, Verdict } from './verdict'

export interface VerdictEntry {
  readonly seq: number
  readonly at: number
  readonly turn: TurnId | null
  readonly point: PointId
  readonly span: SpanId | null
  readonly about: SpanId | null
  readonly verdict: Verdict
}

export interface OutcomeEntry {
  readonly seq: number
  readonly at: number
  readonly turn: TurnId | null
  readonly point: PointId
  readonly about: SpanId | null
  readonly outcome: Omit<Outcome, 'verdicts'>
}

export interface QuestionState {
  readonly question: Question
  /** null while it is open. */
  answer: Answer | null
}

export interface TurnState {
  readonly id: TurnId
  readonly number: number
  readonly composition: string
  readonly provider: string
  readonly model: string
  readonly startedAt: number
  endedAt: number | null
  status: TurnStatus
  code: TurnCode | null
  reason: string | null
  answer: string | null
  /** In the order of their start. */
  readonly spans: SpanId[]
  readonly verdicts: VerdictEntry[]
  readonly outcomes: OutcomeEntry[]
  /** Everything that happened in the turn but streamed text, for walking through it. */
  readonly events: TraceEvent[]
}

export interface Stream {
  text: string
  reasoning: string
}

export interface Notice {
  readonly seq: number
  readonly at: number
  readonly turn: TurnId | null
  readonly text: string
}

export interface SessionState {
  /** The last event folded; 0 before the first. */
  seq: number
  session: SessionFacts | null
  composition: Composition | null
  /** Every composition that ruled so far, by hash. */
  readonly compositions: Map<string, Composition>
  /** What can be undone and redone about it. */
  history: CompositionHistory
  readonly turns: TurnState[]
  readonly turnById: Map<TurnId, TurnState>
  readonly rows: TranscriptRow[]
  readonly spans: Map<SpanId, Span>
  readonly verdictsAbout: Map<SpanId, VerdictEntry[]>
  readonly outcomesAbout: Map<SpanId, OutcomeEntry[]>
  readonly questions: Map<QuestionId, QuestionState>
  readonly queued: QueuedInput[]
  /** Text of model calls that have not committed their reply. */
  readonly streams: Map<SpanId, Stream>
  readonly notices: Notice[]
  /** Each time that a person put files back. */
  readonly putBacks: EventOf<'files.put_back'>[]
  /** What was done to the view that requests are built from, in order. */
  readonly edits: EventOf<'history.edited'>[]
  /** The turn that has started and not ended, or null. */
  live: TurnId | null
}

export function emptySession(): SessionState {
  return {
    seq: 0,
    session: null,
    composition: null,
    compositions: new Map(),
    history: NO_HISTORY,
    turns: [],
    turnById: new Map(),
    rows: [],
    spans: new Map(),
    verdictsAbout: new Map(),
    outcomesAbout: new Map(),
    questions: new Map(),
    queued: [],
    streams: new Map(),
    notices: [],
    putBacks: [],
    edits: [],
    live: null,
  }
}
