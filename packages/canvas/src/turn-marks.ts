/**
 * Which sign each span of a turn carries: a hook's span its verdict, any other the worst of its own status and of what
 * the points about it came to. Spans without a sign are not in the map. Signs are added as events come and none is taken
 * back: a call that waited for an answer is marked as one that asked.
 */
import type { SessionState, Span, SpanId, TraceEvent, TurnState } from '@belay/trace'
import { type MarkSign, markOfOutcome, markOfStatus, markOfVerdict, worse } from './mark'

export type Marks = ReadonlyMap<SpanId, MarkSign>

export function marksOfTurn(state: SessionState, turn: TurnState): Marks {
  return addMarks(new Map(), state, turn.events)
}

/** Adds what further events of the turn say, and returns the same map. */
export function addMarks(
  marks: Map<SpanId, MarkSign>,
  state: SessionState,
  events: readonly TraceEvent[],
): Map<SpanId, MarkSign> {
  for (const event of events) addEvent(marks, state, event)
  return marks
}

function addEvent(marks: Map<SpanId, MarkSign>, state: SessionState, event: TraceEvent): void {
  switch (event.type) {
    case 'verdict':
      add(marks, event.span, markOfVerdict(event.verdict))
      break
    case 'outcome':
      if (tellsOfSpan(state, event.about)) add(marks, event.about, { mark: markOfOutcome(event.outcome), ghost: false })
      break
    case 'span.started':
      addStatus(marks, event.span.id, event.span)
      break
    case 'span.changed':
    case 'span.ended':
      addStatus(marks, event.id, { status: event.status, kind: state.spans.get(event.id)?.kind ?? 'tool' })
  }
}

function addStatus(marks: Map<SpanId, MarkSign>, id: SpanId, span: Pick<Span, 'status' | 'kind'>): void {
  if (span.kind !== 'turn') add(marks, id, { mark: markOfStatus(span.status), ghost: false })
}

function add(marks: Map<SpanId, MarkSign>, span: SpanId | null, sign: MarkSign): void {
  if (span === null || sign.mark === 'pass') return
  const before = marks.get(span)
  marks.set(span, before === undefined ? sign : worse(before, sign))
}

/** A step and a turn stand for all that is below them: a sign on them would repeat what their hooks' spans show. */
function tellsOfSpan(state: SessionState, id: SpanId | null): boolean {
  const kind = id === null ? undefined : state.spans.get(id)?.kind
  return kind === 'tool' || kind === 'inner' || kind === 'model' || kind === 'compaction'
}
