/**
 * The ids that events carry, exchanged for those of a copy. Ids of turns, spans and questions are one session's own; those of calls,
 * attachments and inputs are unique within a session and stay, and so do the ids of other sessions. Exhaustive: a new event must
 * say what it holds.
 */
import {
  ATTR,
  type Attributes,
  type QuestionId,
  type SessionId,
  type Span,
  type SpanId,
  spanId,
  type TraceEvent,
  type TurnId,
} from '@belay/trace'

export interface NewNames {
  readonly session: SessionId
  turn(id: TurnId): TurnId
  span(id: SpanId): SpanId
  question(id: QuestionId): QuestionId
}

export function renameIds(names: NewNames, event: TraceEvent): TraceEvent {
  return { ...renameWithin(names, event), session: names.session }
}

function renameWithin(names: NewNames, event: TraceEvent): TraceEvent {
  switch (event.type) {
    case 'session.created':
      return { ...event, facts: { ...event.facts, id: names.session } }
    case 'turn.started':
    case 'turn.status':
    case 'turn.ended':
      return { ...event, turn: names.turn(event.turn) }
    case 'row.committed':
      return { ...event, row: { ...event.row, turn: turnOrNull(names, event.row.turn) } }
    case 'span.started':
      return { ...event, span: renameSpan(names, event.span) }
    case 'span.changed':
    case 'span.ended':
      return { ...event, id: names.span(event.id), attributes: renameAttributes(names, event.attributes) }
    case 'verdict': {
      const { turn, span, about } = event
      return { ...event, turn: turnOrNull(names, turn), span: spanOrNull(names, span), about: spanOrNull(names, about) }
    }
    case 'outcome':
      return { ...event, turn: turnOrNull(names, event.turn), about: spanOrNull(names, event.about) }
    case 'delta':
    case 'delta.dropped':
      return { ...event, span: names.span(event.span) }
    case 'question.opened': {
      const { id, turn, span } = event.question
      const ids = { id: names.question(id), turn: names.turn(turn), span: names.span(span) }
      return { ...event, question: { ...event.question, ...ids } }
    }
    case 'question.closed':
      return { ...event, id: names.question(event.id) }
    case 'files.put_back':
      return { ...event, turns: event.turns.map(names.turn) }
    case 'notice':
    case 'history.edited':
      return { ...event, turn: turnOrNull(names, event.turn) }
    case 'session.changed':
    case 'composition.changed':
    case 'input.queued':
    case 'input.taken':
    case 'hook.fallback':
      return event
  }
}

function renameSpan(names: NewNames, span: Span): Span {
  return {
    ...span,
    id: names.span(span.id),
    parent: spanOrNull(names, span.parent),
    turn: turnOrNull(names, span.turn),
    attributes: renameAttributes(names, span.attributes),
  }
}

/** Of all attributes one names a span. */
function renameAttributes(names: NewNames, attributes: Attributes): Attributes {
  const about = attributes[ATTR.hookAbout]
  return typeof about === 'string' ? { ...attributes, [ATTR.hookAbout]: names.span(spanId(about)) } : attributes
}

function turnOrNull(names: NewNames, id: TurnId | null): TurnId | null {
  return id === null ? null : names.turn(id)
}

function spanOrNull(names: NewNames, id: SpanId | null): SpanId | null {
  return id === null ? null : names.span(id)
}
