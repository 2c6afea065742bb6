/**
 * What happened at an instant beside the spans: verdicts, outcomes, questions, context, notices. One reading for every format, so
 * that the same thing has the same name and attributes everywhere. Texts are bounded; what is null, false or empty is left out.
 */
import {
  type Answer,
  ATTR,
  type Attributes,
  type EventOf,
  type Question,
  type QuestionId,
  type SpanId,
  type TraceEvent,
  type TurnId,
} from '@belay/trace'
import { cutText } from './cut-text'
import { outcomeAttributes, verdictAttributes } from './verdict-attributes'

export interface Mark {
  readonly name: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly turn: TurnId | null
  /** The span that it is about, or null where that is the turn or the session. */
  readonly about: SpanId | null
  /** The hook's own span, where a hook said it. */
  readonly by: SpanId | null
  readonly attributes: Attributes
}

export interface Marks {
  /** The mark that this event is, or null. */
  take(event: TraceEvent): Mark | null
}

/** A reason, a question, a context: what a person reads. The whole of it is in the log. */
export const MOST_MARK_CHARS = 8_192

export function readMarks(): Marks {
  const questions = new Map<QuestionId, Question>()
  let turn: TurnId | null = null
  return {
    take(event) {
      if (event.type === 'turn.started') turn = event.turn
      if (event.type === 'question.opened') questions.set(event.question.id, event.question)
      const said = read(event, { questions, turn })
      if (event.type === 'question.closed') questions.delete(event.id)
      if (event.type === 'turn.ended') turn = null
      return said === null ? null : { by: null, ...said, at: event.at, attributes: present(said.attributes) }
    },
  }
}

interface Said {
  readonly name: string
  readonly turn: TurnId | null
  readonly about: SpanId | null
  readonly by?: SpanId | null
  readonly attributes: Attributes
}

interface Known {
  readonly questions: ReadonlyMap<QuestionId, Question>
  /** The turn that runs. */
  readonly turn: TurnId | null
}

function read(event: TraceEvent, { questions, turn }: Known): Said | null {
  switch (event.type) {
    case 'verdict': {
      const { about, span: by } = event
      return { name: 'belay.verdict', turn: event.turn, about, by, attributes: verdictAttributes(event) }
    }
    case 'outcome':
      return { name: 'belay.outcome', turn: event.turn, about: event.about, attributes: outcomeAttributes(event) }
    case 'question.opened':
      return questionOpened(event.question)
    case 'question.closed':
      return questionClosed(event, questions.get(event.id))
    case 'row.committed':
      return contextGiven(event)
    case 'hook.fallback':
      return { name: 'belay.hook.fallback', turn, about: null, attributes: fallbackAttributes(event) }
    case 'notice':
      return { name: 'belay.notice', turn: event.turn, about: null, attributes: { 'belay.notice.text': event.text } }
    case 'turn.ended':
      return { name: 'belay.turn.ended', turn: event.turn, about: null, attributes: endAttributes(event) }
    case 'composition.changed':
      return ofSession('belay.composition.changed', { 'belay.composition.change': event.change })
    case 'files.put_back':
      return ofSession('belay.files.put_back', { 'belay.files': event.files.map((file) => file.path).join('\n') })
    default:
      return null
  }
}

function ofSession(name: string, attributes: Attributes): Said {
  return { name, turn: null, about: null, attributes }
}

/** Without the arguments: they are on the call's span, where secrets are masked. */
function questionOpened({ id, turn, span, hook, text, kind }: Question): Said {
  const attributes = {
    'belay.question.id': id,
    'belay.question.text': text,
    'belay.question.by': hook ?? 'permission',
    'belay.question.kind': kind,
  }
  return { name: 'belay.question.opened', turn, about: span, attributes }
}

function questionClosed({ id, answer }: EventOf<'question.closed'>, question: Question | undefined): Said {
  const attributes = { 'belay.question.id': id, ...answerAttributes(answer) }
  return { name: 'belay.question.closed', turn: question?.turn ?? null, about: question?.span ?? null, attributes }
}

function answerAttributes(answer: Answer): Attributes {
  const say = { 'belay.answer': answer.say }
  switch (answer.say) {
    case 'allow':
      return { ...say, 'belay.answer.scope': answer.scope, 'belay.answer.edited': answer.args !== null }
    case 'deny':
    case 'closed':
      return { ...say, 'belay.answer.reason': answer.reason }
  }
}

/** What a person wrote is the turn's prompt and no mark; what came to it from elsewhere is one. */
function contextGiven({ row }: EventOf<'row.committed'>): Said | null {
  if (row.kind !== 'input' || row.origin === 'person') return null
  const attributes = {
    'belay.context.origin': row.origin,
    'belay.context.from': row.from,
    'belay.context.text': row.text,
  }
  return { name: 'belay.context', turn: row.turn, about: null, attributes }
}

function fallbackAttributes({ hook, point, ageMs, error }: EventOf<'hook.fallback'>): Attributes {
  return {
    'belay.hook.name': hook,
    [ATTR.point]: point,
    'belay.verdict.age_ms': ageMs,
    [ATTR.errorMessage]: error,
  }
}

function endAttributes({ status, code, reason }: EventOf<'turn.ended'>): Attributes {
  return { 'belay.turn.status': status, 'belay.turn.code': code, 'belay.turn.reason': reason }
}

function present(attributes: Attributes): Attributes {
  const kept = Object.entries(attributes).filter(([, value]) => value !== null && value !== false && value !== '')
  return Object.fromEntries(
    kept.map(([key, value]) => [key, typeof value === 'string' ? cutText(value, MOST_MARK_CHARS) : value]),
  )
}
