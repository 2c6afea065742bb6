/**
 * What explanations read: a span and what was asked about it, and the latest spans, rows and turns of a session. Each goes by an
 * index, so that a session of a hundred thousand events is never read whole. Changes nothing.
 */
import {
  type Answer,
  type OutcomeEntry,
  type PointId,
  type Question,
  type Span,
  type SpanId,
  type SpanKind,
  type SpanStatus,
  spanId,
  type TranscriptRow,
  type TurnId,
  turnId,
  type VerdictEntry,
} from '@belay/trace'
import { and, asc, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Orm } from './open'
import { type TurnRecord, toSpan } from './reads'
import { events, questions, rows, spans, turns, verdicts } from './schema'

const p = sql.placeholder

export type ExplainingStore = ReturnType<typeof prepareExplaining>

/** Where a step stands among those of its session. */
export interface StepPlace {
  readonly id: SpanId
  readonly turn: TurnId | null
  readonly start: number
}

export interface LatestSpans {
  readonly kind: SpanKind
  readonly limit: number
  /** Only those that ended so. */
  readonly status?: SpanStatus | null | undefined
}

export function prepareExplaining(orm: Orm) {
  return { ...readSpans(orm), ...readAsked(orm), ...readTurns(orm), ...readRows(orm) }
}

/** In order, by sorting what an index found: for the order alone SQLite would go through all of the session. */
function byIndex(column: AnySQLiteColumn) {
  return sql`+${column}`
}

function readSpans(orm: Orm) {
  const one = orm
    .select()
    .from(spans)
    .where(and(eq(spans.id, p('id')), sql`+${spans.session} = ${p('session')}`))
    .prepare()
  const ofKind = orm
    .select()
    .from(spans)
    .where(
      and(
        eq(spans.session, p('session')),
        eq(spans.kind, p('kind')),
        sql`(${p('status')} is null or ${spans.status} = ${p('status')})`,
      ),
    )
    .orderBy(desc(spans.start))
    .limit(p('limit'))
    .prepare()
  const steps = orm
    .select({ id: spans.id, turn: spans.turn, start: spans.start })
    .from(spans)
    .where(and(eq(spans.session, p('session')), eq(spans.kind, 'step')))
    .orderBy(asc(spans.start))
    .prepare()
  return {
    span(session: string, id: string): Span | null {
      const row = one.get({ session, id })
      return row === undefined ? null : toSpan(row)
    },
    /** The latest first. */
    latestSpans: (session: string, { kind, limit, status = null }: LatestSpans): Span[] =>
      ofKind.all({ session, kind, limit, status }).map(toSpan),
    /** Null where the turn has none. */
    rootOf(session: string, turn: string): Span | null {
      const [row] = orm
        .select()
        .from(spans)
        .where(and(eq(spans.session, session), eq(spans.kind, 'turn'), sql`+${spans.turn} = ${turn}`))
        .limit(1)
        .all()
      return row === undefined ? null : toSpan(row)
    },
    /** All of a session, in order. */
    steps: (session: string): StepPlace[] =>
      steps.all({ session }).map(({ id, turn, start }) => ({
        id: spanId(id),
        turn: turn === null ? null : turnId(turn),
        start,
      })),
    /** Calls whose id, or whose span's id, is or begins with the text; those that are it first. */
    callsNamed: (session: string, text: string): Span[] => callsNamed(orm, session, text),
    callsOfTurn: (session: string, turn: string): Span[] =>
      orm
        .select()
        .from(spans)
        .where(and(eq(spans.session, session), eq(spans.turn, turn), inArray(spans.kind, ['tool', 'inner'])))
        .orderBy(asc(spans.start), sql`rowid`)
        .all()
        .map(toSpan),
  }
}

/** More than a person would read to pick one. */
const MOST_NAMED = 20

function callsNamed(orm: Orm, session: string, text: string): Span[] {
  const callId = sql<string>`${spans.attributes} ->> '$."gen_ai.tool.call.id"'`
  const begins = (column: unknown) => sql`substr(${column}, 1, ${text.length}) = ${text}`
  const isIt = sql`${spans.id} = ${text} or ${callId} = ${text}`
  return orm
    .select()
    .from(spans)
    .where(
      and(eq(spans.session, session), inArray(spans.kind, ['tool', 'inner']), or(begins(spans.id), begins(callId))),
    )
    .orderBy(sql`(${isIt}) desc`, desc(spans.start))
    .limit(MOST_NAMED)
    .all()
    .map(toSpan)
}

function readAsked(orm: Orm) {
  const about = orm
    .select()
    .from(verdicts)
    .where(and(eq(verdicts.session, p('session')), eq(verdicts.about, p('about'))))
    .orderBy(byIndex(verdicts.seq))
    .prepare()
  const outcomesAbout = orm
    .select()
    .from(events)
    .where(
      and(
        eq(events.session, p('session')),
        sql`${events.body} ->> '$.type' = 'outcome'`,
        sql`${events.body} ->> '$.about' = ${p('about')}`,
      ),
    )
    .orderBy(byIndex(events.seq))
    .prepare()
  const ofHook = orm
    .select()
    .from(verdicts)
    .where(and(eq(verdicts.session, p('session')), sql`${verdicts.body} ->> '$.hookId' = ${p('hook')}`))
    .orderBy(byIndex(verdicts.seq))
    .prepare()
  const atPoint = orm
    .select()
    .from(verdicts)
    .where(and(eq(verdicts.session, p('session')), eq(verdicts.point, p('point'))))
    .orderBy(desc(verdicts.seq))
    .limit(p('limit'))
    .prepare()
  const ofSession = orm
    .select({ body: questions.body, answer: questions.answer })
    .from(questions)
    .where(eq(questions.session, p('session')))
    .orderBy(asc(questions.openedAt))
    .prepare()
  return {
    verdictsAbout: (session: string, span: string): VerdictEntry[] =>
      about.all({ session, about: span }).map(toVerdictEntry),
    outcomesAbout: (session: string, span: string): OutcomeEntry[] =>
      outcomesAbout.all({ session, about: span }).flatMap(({ seq, at, body }) => {
        if (body.type !== 'outcome') return []
        const { turn, point, about, outcome } = body
        return [{ seq, at, turn, point, about, outcome }]
      }),
    verdictsOfHook: (session: string, hook: string): VerdictEntry[] =>
      ofHook.all({ session, hook }).map(toVerdictEntry),
    /** The latest first. */
    verdictsAt: (session: string, point: PointId, limit: number): VerdictEntry[] =>
      atPoint.all({ session, point, limit }).map(toVerdictEntry),
    questionsOf: (session: string): { readonly question: Question; readonly answer: Answer | null }[] =>
      ofSession.all({ session }).map(({ body, answer }) => ({ question: body, answer })),
  }
}

function toVerdictEntry({ seq, at, turn, point, span, about, body }: typeof verdicts.$inferSelect): VerdictEntry {
  return {
    ...{ seq, at, point, verdict: body },
    turn: turn === null ? null : turnId(turn),
    span: span === null ? null : spanId(span),
    about: about === null ? null : spanId(about),
  }
}

function readTurns(orm: Orm) {
  const one = orm
    .select()
    .from(turns)
    .where(and(eq(turns.id, p('id')), eq(turns.session, p('session'))))
    .prepare()
  const latest = orm
    .select()
    .from(turns)
    .where(eq(turns.session, p('session')))
    .orderBy(desc(turns.number))
    .limit(p('limit'))
    .prepare()
  return {
    turnById: (session: string, id: string): TurnRecord | null => one.get({ session, id }) ?? null,
    /** The latest first. */
    latestTurns: (session: string, limit: number): TurnRecord[] => latest.all({ session, limit }),
  }
}

function readRows(orm: Orm) {
  const ofTurn = orm
    .select({ body: rows.body })
    .from(rows)
    .where(and(eq(rows.session, p('session')), eq(rows.turn, p('turn'))))
    .orderBy(byIndex(rows.id))
    .prepare()
  const ofKind = orm
    .select({ body: rows.body })
    .from(rows)
    .where(and(eq(rows.session, p('session')), eq(rows.kind, p('kind'))))
    .orderBy(desc(rows.id))
    .limit(p('limit'))
    .prepare()
  return {
    rowsOfTurn: (session: string, turn: string): TranscriptRow[] =>
      ofTurn.all({ session, turn }).map(({ body }) => body),
    /** The latest first. */
    latestRows: (session: string, kind: TranscriptRow['kind'], limit: number): TranscriptRow[] =>
      ofKind.all({ session, kind, limit }).map(({ body }) => body),
    /** The last one of a kind that was committed before a time, or null. */
    rowBefore: (session: string, kind: TranscriptRow['kind'], at: number): TranscriptRow | null =>
      orm
        .select({ body: rows.body })
        .from(rows)
        .where(and(eq(rows.session, session), eq(rows.kind, kind), lt(rows.at, at)))
        .orderBy(desc(rows.id))
        .limit(1)
        .get()?.body ?? null,
  }
}
