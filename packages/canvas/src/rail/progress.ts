/**
 * Where the loop stands in a turn, whether it is still there, and where it has been: only what the turn's own events
 * show. A call was at its tool when the tool began, not when somebody let it; of an imported turn nothing is known but
 * its spans, so that it has no way along the line.
 */
import { ATTR, isPointId, type SessionState, type Span, type TraceEvent, type TurnState } from '@belay/trace'
import { LINE, onLine, type RailStop } from './line-order'

export interface RailPlace {
  readonly stop: RailStop
  /** The loop is there now. */
  readonly live: boolean
  /** The last step that began, 0 before the first. */
  readonly step: number
  /** Where the turn has been; while it runs, its present step. Of what is beside the line, its place on it. */
  readonly visited: ReadonlySet<RailStop>
}

export function placeOfTurn(state: SessionState, turn: TurnState): RailPlace {
  const live = turn.endedAt === null
  const way = new Way(live)
  const imported = turn.provider === IMPORTED
  for (const event of turn.events) {
    if (event.type === 'span.started' && event.span.kind === 'step') way.begin(numberOf(event.span), !imported)
    const stop = imported ? stopOfImport(event) : stopOf(state, event)
    if (stop === null) continue
    // A call that is on the record may yet be dropped before anybody is asked about it.
    if (stop === 'tools.before' && event.type === 'span.started' && event.span.kind !== 'hook') way.stop = stop
    else way.reach(stop, !imported)
  }
  return { stop: way.stop, live, step: way.step, visited: way.visited }
}

/** The provider of a turn that was read from a file of spans. */
const IMPORTED = 'import'
/** Up to here the loop goes from stop to stop; behind, it may leave out the calls, or go back for another step. */
const SURE_UNTIL = LINE.indexOf('stop.done')
const STEP_FROM = LINE.indexOf('memory.keep')

class Way {
  readonly visited = new Set<RailStop>()
  stop: RailStop = 'guard.onInput'
  step = 0
  #reached = LINE.indexOf('session.start')
  readonly #live: boolean

  constructor(live: boolean) {
    this.#live = live
  }

  begin(step: number, inLoop: boolean): void {
    this.step = step
    if (inLoop && this.#live) this.visited.clear()
    if (inLoop) this.visited.add('guard.onInput')
    this.#reached = STEP_FROM
  }

  reach(stop: RailStop, inLoop: boolean): void {
    this.stop = stop
    const at = LINE.indexOf(onLine(stop))
    // A point where no hook stands leaves no event: what comes behind it shows that it was passed.
    if (inLoop && this.step > 0)
      for (let passed = this.#reached; passed < Math.min(at, SURE_UNTIL + 1); passed += 1) this.#add(LINE[passed])
    if (inLoop && stop === 'tool') this.#add('tools.before')
    this.#add(LINE[at])
    this.#reached = Math.max(this.#reached, Math.min(at, SURE_UNTIL))
  }

  #add(stop: RailStop | undefined): void {
    if (stop !== undefined) this.visited.add(stop)
  }
}

function numberOf(span: Span): number {
  const number = Number(span.attributes[ATTR.step] ?? span.name)
  return Number.isFinite(number) ? number : 0
}

function stopOfImport(event: TraceEvent): RailStop | null {
  if (event.type === 'verdict' || event.type === 'outcome') return event.point
  if (event.type !== 'span.started') return null
  const { kind } = event.span
  return kind === 'turn' || kind === 'step' ? null : kind === 'tool' || kind === 'inner' ? 'tool' : begun(event.span)
}

function stopOf(state: SessionState, event: TraceEvent): RailStop | null {
  switch (event.type) {
    case 'turn.started':
      return 'guard.onInput'
    case 'turn.ended':
      return event.status === 'completed' ? 'guard.onOutput' : null
    case 'question.opened':
    case 'question.closed':
      return 'tools.before'
    case 'verdict':
    case 'outcome':
      return event.point
    case 'span.started':
      return begun(event.span)
    case 'span.changed':
      return event.attributes[ATTR.toolStarted] === undefined ? null : 'tool'
    case 'span.ended': {
      const span = state.spans.get(event.id)
      return span === undefined ? null : ended(span)
    }
    default:
      return null
  }
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
      return span.attributes[ATTR.toolStarted] === undefined ? 'tools.before' : 'tool'
    case 'compaction':
      return 'memory.summarize'
    case 'hook': {
      const point = span.attributes[ATTR.point]
      return typeof point === 'string' && isPointId(point) ? point : null
    }
  }
}

/** Only what came to its end goes on from where it was: what was stopped, or died, got no further. */
function ended(span: Span): RailStop | null {
  const came = span.status === 'ok' || span.status === 'error'
  if (span.kind === 'model') return !came ? null : span.status === 'error' ? 'errors.on' : 'stop.done'
  if (span.kind !== 'tool' && span.kind !== 'inner') return null
  return came && span.attributes[ATTR.toolStarted] !== undefined ? 'tools.after' : null
}
