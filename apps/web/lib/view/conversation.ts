/**
 * The conversation as a list of items, read off the folded log turn by turn: a turn is read anew when an event of it came.
 * Every item has a key that stays the same while it grows, so that the page can keep its row.
 */
import type {
  CallRecord,
  EventOf,
  ForkOrigin,
  InputRow,
  QuestionState,
  QueuedInput,
  ReplyRow,
  ResultRow,
  SessionState,
  Span,
  SpanId,
  TurnCode,
  TurnId,
  TurnState,
  TurnStatus,
} from '@belay/trace'
import type { CallOutcome } from './call-outcome'
import type { TurnTokens } from './turn-figures'

import { turnItems } from './turn-items'

export interface CallItem {
  readonly kind: 'call'
  readonly key: string
  readonly turn: TurnId | null
  readonly call: CallRecord
  readonly span: Span | null
  readonly result: ResultRow | null
  readonly outcome: CallOutcome
  /** What hooks told the person about this call. */
  readonly notes: readonly CallNote[]
}

export interface CallNote {
  readonly text: string
  /** How often it was said of this call. */
  readonly count: number
  /** Whether it stands above in this turn. */
  readonly again: boolean
}

export interface ReplyItem {
  readonly kind: 'reply'
  readonly key: string
  readonly turn: TurnId | null
  readonly span: SpanId | null
  readonly model: string
  readonly text: string
  readonly reasoning: string
  readonly streaming: boolean
  readonly end: ReplyRow['end'] | null
  /** Its row of the transcript; null while it streams. */
  readonly row: number | null
  /** The first of its turn: it says who speaks. */
  readonly leads: boolean
}

export interface NoteItem {
  readonly kind: 'note'
  readonly key: string
  readonly turn: TurnId | null
  readonly text: string
  readonly from: 'hook' | 'app'
  /** How often the turn said it; it stands where it was said first. */
  readonly count: number
}

export type ConversationItem =
  | CallItem
  | ReplyItem
  | { readonly kind: 'input'; readonly key: string; readonly turn: TurnId | null; readonly row: InputRow }
  | {
      readonly kind: 'question'
      readonly key: string
      readonly turn: TurnId | null
      readonly question: QuestionState
      readonly open: boolean
    }
  | NoteItem
  /** Those of a flood beyond the first few: told by their number, and read on demand. */
  | {
      readonly kind: 'notes'
      readonly key: string
      readonly turn: TurnId | null
      readonly notes: readonly NoteItem[]
    }
  /** Files were put back, between two turns. */
  | { readonly kind: 'putBack'; readonly key: string; readonly turn: null; readonly event: EventOf<'files.put_back'> }
  /** What requests hold of the conversation was changed; the rows themselves stay. */
  | {
      readonly kind: 'edited'
      readonly key: string
      readonly turn: TurnId | null
      readonly event: EventOf<'history.edited'>
    }
  /** In a fork, behind what was taken over. */
  | { readonly kind: 'fork'; readonly key: string; readonly turn: null; readonly origin: ForkOrigin }
  | { readonly kind: 'queued'; readonly key: string; readonly turn: null; readonly input: QueuedInput }
  | {
      readonly kind: 'ending'
      readonly key: string
      readonly turn: TurnId
      readonly number: number
      readonly status: TurnStatus
      readonly code: TurnCode | null
      readonly reason: string | null
      readonly durationMs: number
      readonly tokens: TurnTokens
    }

const read = new WeakMap<TurnState, { readonly events: number; readonly items: readonly ConversationItem[] }>()

export function conversation(state: SessionState): readonly ConversationItem[] {
  return [
    ...state.rows.flatMap((row) => (row.turn === null && row.kind === 'input' ? [looseRow(row)] : [])),
    ...forkAfter(state, 0),
    ...state.turns.flatMap((turn, at) => [
      ...knownItems(state, turn),
      ...putBacksAfter(state, at),
      ...editsAfter(state, at),
      ...forkAfter(state, at + 1),
    ]),
    ...state.queued.map(
      (input): ConversationItem => ({ kind: 'queued', key: `queued-${input.id}`, turn: null, input }),
    ),
  ]
}

/** Behind the turns that were taken over: where they are from, and what else was done with the fork. */
function forkAfter({ session, notices }: SessionState, turns: number): readonly ConversationItem[] {
  const origin = session?.forkedFrom ?? null
  if (session === null || origin?.turns !== turns) return []
  // The first of the fork's own says in words what the line says.
  const own = notices.filter(({ turn, at }) => turn === null && at >= session.createdAt).slice(1)
  return [
    { kind: 'fork', key: 'fork', turn: null, origin },
    ...own.map(
      ({ seq, text }): ConversationItem => ({
        ...{ kind: 'note', key: `notice-${seq}`, turn: null, from: 'app', count: 1 },
        text: text.replaceAll(`${session.workspace}/`, ''),
      }),
    ),
  ]
}

/** Before the next turn: while one runs nothing is put back. */
function putBacksAfter({ putBacks, turns }: SessionState, at: number): readonly ConversationItem[] {
  if (putBacks.length === 0) return []
  const [from, to] = [seqOf(turns[at]) ?? 0, seqOf(turns[at + 1]) ?? Number.POSITIVE_INFINITY]
  return putBacks.flatMap((event): readonly ConversationItem[] =>
    event.seq > from && event.seq < to ? [{ kind: 'putBack', key: `put-back-${event.seq}`, turn: null, event }] : [],
  )
}

/** A person had it summed up between two turns. */
function editsAfter({ edits, turns }: SessionState, at: number): readonly ConversationItem[] {
  const [from, to] = [seqOf(turns[at]) ?? 0, seqOf(turns[at + 1]) ?? Number.POSITIVE_INFINITY]
  return edits.flatMap((event): readonly ConversationItem[] =>
    event.turn === null && event.seq > from && event.seq < to ? [editedItem(event)] : [],
  )
}

export function editedItem(event: EventOf<'history.edited'>): ConversationItem {
  return { kind: 'edited', key: `edited-${event.seq}`, turn: event.turn, event }
}

function seqOf(turn: TurnState | undefined): number | undefined {
  return turn?.events[0]?.seq
}

function looseRow(row: InputRow): ConversationItem {
  return { kind: 'input', key: `row-${row.id}`, turn: null, row }
}

function knownItems(state: SessionState, turn: TurnState): readonly ConversationItem[] {
  const known = read.get(turn)
  if (known?.events === turn.events.length) return turn.endedAt === null ? streamed(state, known.items) : known.items
  const items = turnItems(state, turn)
  read.set(turn, { events: turn.events.length, items })
  return items
}

/** Without a new event only streaming text can have moved. */
function streamed(state: SessionState, items: readonly ConversationItem[]): readonly ConversationItem[] {
  const at = items.findLastIndex((item) => item.kind === 'reply' && item.streaming)
  const item = items[at]
  if (item?.kind !== 'reply' || item.span === null) return items
  const { text = '', reasoning = '' } = state.streams.get(item.span) ?? {}
  return items.with(at, { ...item, text, reasoning })
}
