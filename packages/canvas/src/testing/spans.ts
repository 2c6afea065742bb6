/** Spans and turns for tests, from as little as a case says. */
import {
  ATTR,
  type Attachment,
  attachmentId,
  type Composition,
  emptySession,
  fold,
  type PointId,
  type SessionState,
  type Span,
  type SpanKind,
  sessionId,
  spanId,
  type TraceEventBody,
  turnId,
  type Verdict,
} from '@belay/trace'
import { verdictOf } from '@belay/trace/testing'

export interface SpanSketch {
  readonly id: string
  readonly parent?: string | null
  readonly kind?: SpanKind
  readonly name?: string
  readonly start: number
  readonly end: number | null
  readonly status?: Span['status']
  readonly attributes?: Span['attributes']
}

export const TURN = turnId('trn')

export function span(sketch: SpanSketch): Span {
  const { id, parent = null, kind = 'tool', name = id, start, end, attributes = {} } = sketch
  const status = sketch.status ?? (end === null ? 'running' : 'ok')
  const above = parent === null ? null : spanId(parent)
  return { id: spanId(id), parent: above, turn: TURN, kind, name, start, end, status, attributes }
}

export function verdict(sketch: Partial<Verdict> & { readonly hook: string }): Verdict {
  return verdictOf({ hookId: `att_${sketch.hook}`, ...sketch })
}

export function attachment(
  sketch: Partial<Attachment> & { readonly name: string; readonly points: readonly PointId[] },
): Attachment {
  return {
    id: attachmentId(`att_${sketch.name}`),
    hook: sketch.name,
    source: 'library',
    mode: 'enforce',
    onFailure: 'open',
    params: {},
    version: 'v1',
    error: null,
    ...sketch,
  }
}

export function composition(hooks: readonly Attachment[]): Composition {
  return { hash: 'c', extensions: [], hooks, rewrites: 'first', stopAtFirstBlock: false }
}

/** A session with one turn in which these things happen, a millisecond apart. */
export function sessionWith(hooks: readonly Attachment[], bodies: readonly TraceEventBody[]): SessionState {
  const session = sessionId('ses')
  const facts = { id: session, title: '', workspace: '/', model: 'scripted/tour', createdAt: 0, parent: null }
  const all: TraceEventBody[] = [
    { type: 'session.created', facts, composition: composition(hooks) },
    { type: 'turn.started', turn: TURN, number: 4, composition: 'c', provider: 'scripted', model: 'tour' },
    ...bodies,
  ]
  const state = emptySession()
  for (const [at, body] of all.entries()) fold(state, { ...body, session, seq: at + 1, at })
  return state
}

export function started(sketch: SpanSketch): TraceEventBody {
  return { type: 'span.started', span: span({ ...sketch, end: null }) }
}

export function ended(id: string, status: Span['status'] = 'ok', end = 10): TraceEventBody {
  return { type: 'span.ended', id: spanId(id), end, status, attributes: {} }
}

export function verdictEvent(
  point: PointId,
  said: Verdict,
  about: string | null = null,
  own: string | null = null,
): TraceEventBody {
  const id = (text: string | null) => (text === null ? null : spanId(text))
  return { type: 'verdict', turn: TURN, span: id(own), about: id(about), point, verdict: said }
}

export function outcomeEvent(
  point: PointId,
  said: Partial<Extract<TraceEventBody, { type: 'outcome' }>['outcome']>,
  about: string | null = null,
): TraceEventBody {
  const outcome = {
    point,
    decision: 'pass' as const,
    value: null,
    carried: null,
    reason: null,
    by: null,
    context: [],
    notes: [],
    reminders: [],
    halt: null,
    haltBy: null,
    wouldBe: null,
    ...said,
  }
  return { type: 'outcome', turn: TURN, about: about === null ? null : spanId(about), point, outcome }
}

/** The tool of a call begins. */
export function runsTool(id: string): TraceEventBody {
  return { type: 'span.changed', id: spanId(id), status: 'running', attributes: { [ATTR.toolStarted]: 1 } }
}
