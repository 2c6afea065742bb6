/**
 * Where the loop stands in a turn: the stop it reached last, and whether it is still there. Read from the turn's own
 * events, the last that tells, so that a point without hooks (which leaves no span) is passed as well.
 */
import {
  ATTR,
  type Decision,
  isPointId,
  type PointId,
  type SessionState,
  type Span,
  type TraceEvent,
  type TurnState,
} from '@belay/trace'

/** The places on the line: the points, and the two where the work itself happens. */
export type RailStop = PointId | 'model' | 'tool'

export interface RailPlace {
  readonly stop: RailStop
  /** The loop is there now. */
  readonly live: boolean
  /** The last step that began, 0 before the first. */
  readonly step: number
}

export function placeOfTurn(state: SessionState, turn: TurnState): RailPlace {
  const live = turn.endedAt === null
  const step = stepOf(state, turn)
  for (let at = turn.events.length - 1; at >= 0; at -= 1) {
    const event = turn.events[at]
    const stop = event === undefined ? null : stopOf(state, event)
    if (stop !== null) return { stop, live, step }
  }
  return { stop: 'guard.onInput', live, step }
}

function stepOf(state: SessionState, turn: TurnState): number {
  for (let at = turn.spans.length - 1; at >= 0; at -= 1) {
    const id = turn.spans[at]
    const span = id === undefined ? undefined : state.spans.get(id)
    if (span?.kind === 'step') return numberOf(span)
  }
  return 0
}

function numberOf(span: Span): number {
  const number = Number(span.attributes[ATTR.step] ?? span.name)
  return Number.isFinite(number) ? number : 0
}

function stopOf(state: SessionState, event: TraceEvent): RailStop | null {
  switch (event.type) {
    case 'turn.started':
      return 'guard.onInput'
    case 'turn.ended':
      return event.status === 'completed' ? 'guard.onOutput' : null
    case 'question.opened':
      return 'tools.before'
    case 'question.closed':
      return event.answer.say === 'allow' ? 'tool' : 'tools.before'
    case 'verdict':
      return event.point
    case 'outcome':
      return event.point === 'tools.before' && goesOn(event.outcome.decision) ? 'tool' : event.point
    case 'span.started':
      return begun(event.span)
    case 'span.ended': {
      const span = state.spans.get(event.id)
      return span === undefined ? null : ended(span)
    }
    default:
      return null
  }
}

/** Nothing tells that a call runs once its hooks let it: it does when they have. */
function goesOn(decision: Decision): boolean {
  return decision === 'pass' || decision === 'rewrite' || decision === 'allow'
}

function begun(span: Span): RailStop | null {
  switch (span.kind) {
    case 'turn':
      return 'guard.onInput'
    case 'step':
      return 'memory.keep'
    case 'model':
      return 'model'
    case 'tool':
    case 'inner':
      return 'tool'
    case 'compaction':
      return 'memory.summarize'
    case 'hook': {
      const point = span.attributes[ATTR.point]
      return typeof point === 'string' && isPointId(point) ? point : null
    }
  }
}

/** A refused call never reached the tool; a failed model call is at the point that decides what comes of it. */
function ended(span: Span): RailStop | null {
  if (span.kind === 'model') return span.status === 'error' ? 'errors.on' : 'stop.done'
  if (span.kind !== 'tool' && span.kind !== 'inner') return null
  return span.status === 'refused' || span.status === 'not_run' ? 'tools.before' : 'tools.after'
}
