/** Logs for tests: bodies of events get their session, numbers and times. */
import {
  type Attributes,
  type Span,
  type SpanId,
  type SpanKind,
  type SpanStatus,
  sessionId,
  spanId,
  type TraceEvent,
  type TraceEventBody,
  type TurnId,
  turnId,
} from '@belay/trace'

export const SESSION = sessionId('ses_1')
export const TURN = turnId('trn_1')

/** Each a millisecond after the one before, from `from` on. */
export function logOf(bodies: readonly TraceEventBody[], from = 0): readonly TraceEvent[] {
  return bodies.map((body, index) => ({ ...body, session: SESSION, seq: index + 1, at: from + index }))
}

export interface NewSpan {
  readonly parent?: string | null
  readonly kind?: SpanKind
  readonly name?: string
  readonly start?: number
  readonly turn?: TurnId | null
  readonly attributes?: Attributes
}

export function started(id: string, span: NewSpan = {}): TraceEventBody {
  const { parent = null, kind = 'tool', name = id, start = 0, turn = TURN, attributes = {} } = span
  const open = { end: null, status: 'running' } as const
  const whole: Span = {
    ...{
      id: spanId(id),
      parent: parent === null ? null : spanId(parent),
      kind,
      name,
      start,
      turn,
      attributes,
      ...open,
    },
  }
  return { type: 'span.started', span: whole }
}

export function ended(
  id: string,
  end: number,
  more: { status?: SpanStatus; attributes?: Attributes } = {},
): TraceEventBody {
  const { status = 'ok', attributes = {} } = more
  return { type: 'span.ended', id: spanId(id), end, status, attributes }
}

export function turnStarted(turn: TurnId = TURN, number = 1): TraceEventBody {
  return { type: 'turn.started', turn, number, composition: 'hash', provider: 'test', model: 'one' }
}

export function turnEnded(turn: TurnId = TURN): TraceEventBody {
  return { type: 'turn.ended', turn, status: 'completed', code: null, reason: null, answer: null }
}

export const at = (id: string): SpanId => spanId(id)
