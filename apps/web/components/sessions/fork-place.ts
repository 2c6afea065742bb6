/** Where a fork begins: which row is meant by a place that somebody points at, and whose files would be put back. */
import type { SessionState, Span, TurnId } from '@belay/trace'

type Rows = Pick<SessionState, 'rows'>

/** The row before that one, so that it can be said anew; 0 where it is the first. */
export function rowBefore({ rows }: Rows, row: number): number {
  return rows.findLast(({ id }) => id < row)?.id ?? 0
}

/** What had been said when the span began: a call's fork knows that it was asked for and not how it went. */
export function rowAtSpan({ rows }: Rows, span: Pick<Span, 'start'>): number {
  return rows.findLast(({ at }) => at <= span.start)?.id ?? 0
}

/** The last row of a turn; null where it has none. */
export function lastRowOf({ rows }: Rows, turn: TurnId): number | null {
  return rows.findLast((row) => row.turn === turn)?.id ?? null
}

/**
 * The first turn of which a fork at that row takes nothing over, or null where there is none. Files are kept a turn: what
 * the rest of a turn that is cut did to them stays.
 */
export function firstTurnAfter({ rows }: Rows, row: number): TurnId | null {
  const cut = rows.findLast(({ id, turn }) => id <= row && turn !== null)?.turn ?? null
  return rows.find(({ id, turn }) => id > row && turn !== null && turn !== cut)?.turn ?? null
}

/** How many turns a fork at that row takes over, the last one perhaps in part. */
export function turnsUntil({ rows }: Rows, row: number | null): number {
  const turns = rows.flatMap(({ id, turn }) => (turn !== null && (row === null || id <= row) ? [turn] : []))
  return new Set(turns).size
}
