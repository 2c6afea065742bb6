/**
 * Which sign each span of a turn carries: a hook's span its verdict, any other the worst of its own status and of what
 * the points about it came to. Spans without a sign are not in the map.
 */
import type { SessionState, SpanId, TurnState } from '@belay/trace'
import { type MarkSign, markOfOutcome, markOfStatus, markOfVerdict, worse } from './mark'

export type Marks = ReadonlyMap<SpanId, MarkSign>

export function marksOfTurn(state: SessionState, turn: TurnState): Marks {
  const marks = new Map<SpanId, MarkSign>()
  const add = (span: SpanId | null, sign: MarkSign) => {
    if (span === null || sign.mark === 'pass') return
    const before = marks.get(span)
    marks.set(span, before === undefined ? sign : worse(before, sign))
  }
  for (const { span, verdict } of turn.verdicts) add(span, markOfVerdict(verdict))
  for (const { about, outcome } of turn.outcomes) {
    if (about !== null && tellsOfSpan(state, about)) add(about, { mark: markOfOutcome(outcome), ghost: false })
  }
  for (const id of turn.spans) {
    const span = state.spans.get(id)
    if (span !== undefined && span.kind !== 'turn') add(id, { mark: markOfStatus(span.status), ghost: false })
  }
  return marks
}

/** A step and a turn stand for all that is below them: a sign on them would repeat what their hooks' spans show. */
function tellsOfSpan(state: SessionState, id: SpanId): boolean {
  const kind = state.spans.get(id)?.kind
  return kind === 'tool' || kind === 'inner' || kind === 'model' || kind === 'compaction'
}
