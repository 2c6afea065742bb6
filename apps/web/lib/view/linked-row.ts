/**
 * Which row of the conversation stands for a span, and which span for a row. What has no row of its own is told by what it
 * belongs to: a hook by what it was asked about, a step by what it began with, a turn by what it was asked.
 */
import { ATTR, type SessionState, type Span, type SpanId, spanId, type TurnId } from '@belay/trace'
import type { ConversationItem } from './conversation'

/** The span that the row itself is about. */
export function spanOf(item: ConversationItem): SpanId | null {
  if (item.kind === 'call') return item.span?.id ?? null
  return item.kind === 'reply' ? item.span : null
}

/** What picking the row picks: where it is of no span of its own, its turn. */
export function pickedBy(state: SessionState, item: ConversationItem): SpanId | null {
  switch (item.kind) {
    case 'call':
    case 'reply':
      return spanOf(item)
    case 'question':
      return item.question.question.span
    case 'input':
    case 'ending':
      return item.turn === null ? null : turnSpan(state, item.turn)
    default:
      return null
  }
}

function turnSpan(state: SessionState, turn: TurnId): SpanId | null {
  const spans = state.turnById.get(turn)?.spans ?? []
  return spans.find((id) => state.spans.get(id)?.kind === 'turn') ?? null
}

/** Spans within spans: more is a log that somebody made. */
const MOST_UP = 100

/** The row's place in `items`, or -1. */
export function rowOfSpan(state: SessionState, items: readonly ConversationItem[], id: SpanId): number {
  let span = state.spans.get(id)
  const ofTurn = items.flatMap((item, at) => (item.turn !== null && item.turn === span?.turn ? [at] : []))
  for (let up = 0; span !== undefined && up < MOST_UP; up += 1) {
    const asked: Span = span
    const at = ofTurn.find((each) => stands(state, items[each], asked))
    if (at !== undefined) return at
    span = above(state, asked)
  }
  return -1
}

function stands(state: SessionState, item: ConversationItem | undefined, span: Span): boolean {
  if (item === undefined) return false
  const own = spanOf(item)
  if (span.kind === 'turn') return item.kind === 'input'
  if (span.kind === 'step') return own !== null && state.spans.get(own)?.parent === span.id
  return own === span.id
}

function above(state: SessionState, span: Span): Span | undefined {
  const about = span.kind === 'hook' ? span.attributes[ATTR.hookAbout] : undefined
  const id = typeof about === 'string' ? spanId(about) : span.parent
  return id === null ? undefined : state.spans.get(id)
}
