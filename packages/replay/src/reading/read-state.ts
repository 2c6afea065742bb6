/** The record of a session that was folded whole: without what hooks said between its turns, which a state does not hold. */
import type { SessionState, SpanDetail, SpanId, TranscriptRow, TurnState } from '@belay/trace'
import type { ReadSession, ReadTurn, RecordReader } from './record-reader'

const NOTHING: SpanDetail = {}

export function readState(
  state: SessionState,
  details: ReadonlyMap<SpanId, SpanDetail>,
  session: ReadSession,
): RecordReader {
  const spans = () => [...state.spans.values()]
  const turns = state.turns.map(turnOf)
  return {
    session,
    span: (id) => state.spans.get(id) ?? null,
    latestSpans: (kind, limit, status) =>
      latest(
        spans().filter((span) => span.kind === kind && (status === undefined || span.status === status)),
        limit,
      ),
    rootOf: (turn) => spans().find((span) => span.kind === 'turn' && span.turn === turn) ?? null,
    steps: () => spans().flatMap(({ id, kind, turn, start }) => (kind === 'step' ? [{ id, turn, start }] : [])),
    detail: (span) => details.get(span) ?? NOTHING,
    turn: (id) => turns.find((turn) => turn.id === id) ?? null,
    latestTurns: (limit) => latest(turns, limit),
    composition: (hash) => state.compositions.get(hash) ?? null,
    rowsOfTurn: (turn) => state.rows.filter((row) => row.turn === turn),
    latestRows: (kind, limit) =>
      latest(
        state.rows.filter((row) => row.kind === kind),
        limit,
      ),
    rowBefore: (kind, at) => state.rows.findLast((row: TranscriptRow) => row.kind === kind && row.at < at) ?? null,
    verdictsAbout: (span) => state.verdictsAbout.get(span) ?? [],
    outcomesAbout: (span) => state.outcomesAbout.get(span) ?? [],
    latestVerdicts: (point, limit) =>
      latest(
        state.turns.flatMap((turn) => turn.verdicts.filter((entry) => entry.point === point)),
        limit,
      ),
    questionsAbout: (span) => [...state.questions.values()].filter(({ question }) => question.span === span),
  }
}

function turnOf({ id, number, composition, provider, model, startedAt, endedAt, status }: TurnState): ReadTurn {
  return { id, number, composition, provider, model, startedAt, endedAt, status }
}

function latest<T>(items: readonly T[], limit: number): readonly T[] {
  return items.slice(-limit).reverse()
}
