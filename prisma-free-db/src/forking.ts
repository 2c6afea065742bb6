/** What copying a session takes beside its log: where a row stands, and the details of its spans, which are copied unread. */
import { and, eq, gt, inArray, lte, max, notInArray, or, sql } from 'drizzle-orm'
import type { Orm } from './open'
import { rows, spanDetails, turns } from './schema'

const p = sql.placeholder

export type ForkingStore = ReturnType<typeof prepareForking>

export interface RowPlace {
  readonly turn: string | null
  /** How many turns have begun up to this row. */
  readonly turns: number
  /** It is the last row of its turn, and the turn has ended. */
  readonly endsTurn: boolean
}

export interface CopiedSpan {
  readonly from: string
  readonly to: string
  /** Not ended where the copy ends: what was kept at its end is left out. */
  readonly open: boolean
}

const KEPT_AT_THE_END = ['result', 'response', 'answered', 'after']

export function prepareForking(orm: Orm) {
  return { ...readPlaces(orm), ...copyDetails(orm) }
}

function readPlaces(orm: Orm) {
  const turnOf = (session: string, row: number) =>
    orm
      .select({ turn: rows.turn })
      .from(rows)
      .where(and(eq(rows.session, session), eq(rows.id, row)))
      .get()
  const goesOn = (session: string, row: number, turn: string) =>
    orm
      .select({ id: rows.id })
      .from(rows)
      .where(and(eq(rows.session, session), eq(rows.turn, turn), gt(rows.id, row)))
      .limit(1)
      .get() !== undefined
  const hasEnded = (turn: string) =>
    (orm.select({ endedAt: turns.endedAt }).from(turns).where(eq(turns.id, turn)).get()?.endedAt ?? null) !== null
  const begun = (session: string, row: number) => {
    const until = orm
      .select({ turn: rows.turn })
      .from(rows)
      .where(and(eq(rows.session, session), lte(rows.id, row)))
    const last = orm
      .select({ n: max(turns.number) })
      .from(turns)
      .where(and(eq(turns.session, session), inArray(turns.id, until)))
    return last.get()?.n ?? 0
  }
  return {
    /** Null where the session has no such row. */
    rowPlace(session: string, row: number): RowPlace | null {
      const found = turnOf(session, row)
      if (found === undefined) return null
      const { turn } = found
      const endsTurn = turn !== null && hasEnded(turn) && !goesOn(session, row, turn)
      return { turn, turns: begun(session, row), endsTurn }
    },
  }
}

function copyDetails(orm: Orm) {
  const copy = orm
    .insert(spanDetails)
    .select(
      orm
        .select({
          span: sql<string>`${p('to')}`.as('span'),
          key: spanDetails.key,
          session: sql<string>`${p('session')}`.as('session'),
          value: spanDetails.value,
        })
        .from(spanDetails)
        .where(
          and(eq(spanDetails.span, p('from')), or(sql`not ${p('open')}`, notInArray(spanDetails.key, KEPT_AT_THE_END))),
        ),
    )
    .prepare()
  return {
    copyDetails(session: string, spans: Iterable<CopiedSpan>): void {
      for (const { from, to, open } of spans) copy.run({ session, from, to, open: open ? 1 : 0 })
    },
  }
}
