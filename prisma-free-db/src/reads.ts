/** What is read of a session: its log in pages, its rows, verdicts, open questions and waiting inputs. Changes nothing. */
import {
  type Answer,
  type Composition,
  type EventOf,
  type HistoryEdit,
  type PointId,
  type Question,
  type QueuedInput,
  type Span,
  type SpanDetail,
  sessionId,
  spanId,
  type TraceEvent,
  type TranscriptRow,
  turnId,
  type Verdict,
} from '@belay/trace'
import { and, asc, eq, gt, gte, inArray, isNull, max, sql } from 'drizzle-orm'
import type { Orm } from './open'
import {
  compositions,
  events,
  historyEdits,
  questions,
  queuedInputs,
  rows,
  sessions,
  spanDetails,
  spans,
  turns,
  verdicts,
} from './schema'

const p = sql.placeholder

export type SessionRecord = typeof sessions.$inferSelect
export type TurnRecord = typeof turns.$inferSelect

export interface VerdictRecord {
  readonly seq: number
  readonly about: string | null
  readonly point: PointId
  readonly verdict: Verdict
}

export type Reads = ReturnType<typeof prepareReads>

export function prepareReads(orm: Orm) {
  return { ...readSessions(orm), ...readLog(orm), ...readSpans(orm), ...readWaiting(orm) }
}

function readSessions(orm: Orm) {
  const one = orm
    .select()
    .from(sessions)
    .where(eq(sessions.id, p('id')))
    .prepare()
  const attached = orm
    .select({ body: compositions.body })
    .from(compositions)
    .where(eq(compositions.hash, p('hash')))
    .prepare()
  const children = orm
    .select()
    .from(sessions)
    .where(eq(sessions.parent, p('id')))
    .prepare()
  return {
    session: (id: string): SessionRecord | null => one.get({ id }) ?? null,
    children: (id: string): SessionRecord[] => children.all({ id }),
    composition: (hash: string): Composition | null => attached.get({ hash })?.body ?? null,
    /** The one that was not deleted. */
    tourSession: (): SessionRecord | null =>
      orm
        .select()
        .from(sessions)
        .where(and(eq(sessions.tour, true), isNull(sessions.deletedAt)))
        .orderBy(asc(sessions.createdAt))
        .limit(1)
        .get() ?? null,
  }
}

/** A stretch of a log. */
export interface EventPage {
  /** The events as a JSON list. */
  readonly packed: string
  /** The sequence number of the last of them. */
  readonly last: number
}

function readLog(orm: Orm) {
  const page = orm
    .select()
    .from(events)
    .where(and(eq(events.session, p('session')), gt(events.seq, p('after'))))
    .orderBy(asc(events.seq))
    .limit(p('limit'))
    .prepare()
  const texts = orm
    .select({ body: sql<string>`${events.body}`, seq: events.seq, at: events.at })
    .from(events)
    .where(and(eq(events.session, p('session')), gt(events.seq, p('after'))))
    .orderBy(asc(events.seq))
    .limit(p('limit'))
    .prepare()
  const allRows = orm
    .select({ body: rows.body })
    .from(rows)
    .where(eq(rows.session, p('session')))
    .orderBy(asc(rows.id))
    .prepare()
  const edits = orm
    .select({ turn: historyEdits.turn, edit: historyEdits.edit })
    .from(historyEdits)
    .where(eq(historyEdits.session, p('session')))
    .orderBy(asc(historyEdits.seq))
    .prepare()
  const lastRow = orm
    .select({ id: max(rows.id) })
    .from(rows)
    .where(eq(rows.session, p('session')))
    .prepare()
  return {
    eventsAfter: (session: string, after: number, limit: number): TraceEvent[] =>
      page
        .all({ session, after, limit })
        .map((row) => ({ ...row.body, session: sessionId(row.session), seq: row.seq, at: row.at })),
    /** The same as JSON, which nobody has to parse on the way to a page; null where there are none. */
    eventPage(session: string, after: number, limit: number): EventPage | null {
      const found = texts.all({ session, after, limit })
      const last = found.at(-1)
      if (last === undefined) return null
      const own = `"session":${JSON.stringify(session)}`
      const packed = found.map(({ body, seq, at }) => `${body.slice(0, -1)},${own},"seq":${seq},"at":${at}}`)
      return { packed: `[${packed.join(',')}]`, last: last.seq }
    },
    rows: (session: string): TranscriptRow[] => allRows.all({ session }).map((row) => row.body),
    /** What was done to the view of the conversation, in order. `turn` is null where it was done between turns. */
    historyEdits: (session: string): { readonly turn: string | null; readonly edit: HistoryEdit }[] =>
      edits.all({ session }),
    lastRow: (session: string): number => lastRow.get({ session })?.id ?? 0,
  }
}

function readSpans(orm: Orm) {
  const details = orm
    .select({ key: spanDetails.key, value: spanDetails.value })
    .from(spanDetails)
    // The plus keeps SQLite from looking through all of the session: it takes both indexes for equally good.
    .where(and(eq(spanDetails.span, p('span')), sql`+${spanDetails.session} = ${p('session')}`))
    .prepare()
  const ofTurn = orm
    .select()
    .from(spans)
    .where(and(eq(spans.session, p('session')), eq(spans.turn, p('turn'))))
    .orderBy(asc(spans.start))
    .prepare()
  const open = orm
    .select()
    .from(spans)
    .where(and(eq(spans.session, p('session')), isNull(spans.end)))
    .orderBy(asc(spans.start))
    .prepare()
  const after = orm
    .select({ about: verdicts.about, body: verdicts.body })
    .from(verdicts)
    .where(and(eq(verdicts.session, p('session')), eq(verdicts.turn, p('turn')), gte(verdicts.at, p('at'))))
    .orderBy(asc(verdicts.seq))
    .prepare()
  const byTurn = orm
    .select({ seq: verdicts.seq, about: verdicts.about, point: verdicts.point, body: verdicts.body })
    .from(verdicts)
    .where(and(eq(verdicts.session, p('session')), sql`(${p('turn')} is null or ${verdicts.turn} = ${p('turn')})`))
    .orderBy(asc(verdicts.seq))
    .prepare()
  const outcomes = orm
    .select()
    .from(events)
    .where(
      and(
        eq(events.session, p('session')),
        sql`${events.body} ->> '$.type' = 'outcome'`,
        sql`(${p('turn')} is null or ${events.body} ->> '$.turn' = ${p('turn')})`,
      ),
    )
    .orderBy(sql`+${events.seq}`)
    .prepare()
  return {
    spanDetail: (session: string, span: string): SpanDetail =>
      Object.fromEntries(details.all({ session, span }).map((row) => [row.key, row.value])),
    hasSpan: (session: string, span: string): boolean =>
      orm
        .select({ id: spans.id })
        .from(spans)
        .where(and(eq(spans.session, session), eq(spans.id, span)))
        .get() !== undefined,
    spansOfTurn: (session: string, turn: string): Span[] => ofTurn.all({ session, turn }).map(toSpan),
    openSpans: (session: string): Span[] => open.all({ session }).map(toSpan),
    /** Of a turn, from a time on. */
    verdictsAfter: (session: string, from: { readonly turn: string; readonly at: number }) =>
      after.all({ session, ...from }).map((row) => ({ about: row.about, verdict: row.body })),
    /** Of one turn, or of all where `turn` is null; in the order in which they came. */
    verdicts: (session: string, turn: string | null): VerdictRecord[] =>
      byTurn.all({ session, turn }).map(({ seq, about, point, body }) => ({ seq, about, point, verdict: body })),
    /** The same for what they added up to. */
    outcomes: (session: string, turn: string | null): EventOf<'outcome'>[] =>
      outcomes.all({ session, turn }).flatMap((row) => {
        const event = { ...row.body, session: sessionId(row.session), seq: row.seq, at: row.at }
        return event.type === 'outcome' ? [event] : []
      }),
  }
}

export function toSpan(row: typeof spans.$inferSelect): Span {
  return {
    id: spanId(row.id),
    parent: row.parent === null ? null : spanId(row.parent),
    turn: row.turn === null ? null : turnId(row.turn),
    kind: row.kind,
    name: row.name,
    start: row.start,
    end: row.end,
    status: row.status,
    attributes: row.attributes,
  }
}

function readWaiting(orm: Orm) {
  const byNumber = orm
    .select()
    .from(turns)
    .where(and(eq(turns.session, p('session')), eq(turns.number, p('number'))))
    .prepare()
  const unfinished = orm
    .select()
    .from(turns)
    .where(
      and(
        inArray(turns.status, ['running', 'waiting']),
        inArray(turns.session, orm.select({ id: sessions.id }).from(sessions).where(isNull(sessions.deletedAt))),
      ),
    )
    .prepare()
  const open = orm
    .select({ body: questions.body })
    .from(questions)
    .where(and(eq(questions.session, p('session')), isNull(questions.answer)))
    .orderBy(asc(questions.openedAt))
    .prepare()
  const one = orm
    .select()
    .from(questions)
    .where(and(eq(questions.session, p('session')), eq(questions.id, p('id'))))
    .prepare()
  const queue = orm
    .select()
    .from(queuedInputs)
    .where(eq(queuedInputs.session, p('session')))
    .orderBy(asc(queuedInputs.position))
    .prepare()
  return {
    turn: (session: string, number: number): TurnRecord | null => byNumber.get({ session, number }) ?? null,
    /** Turns, of all sessions that were not deleted, that started and did not end. */
    unfinishedTurns: (): TurnRecord[] => unfinished.all(),
    openQuestions: (session: string): Question[] => open.all({ session }).map((row) => row.body),
    question(session: string, id: string): { question: Question; answer: Answer | null } | null {
      const row = one.get({ session, id })
      return row === undefined ? null : { question: row.body, answer: row.answer }
    },
    queued: (session: string): QueuedInput[] =>
      queue.all({ session }).map(({ id, text, origin, from }) => ({ id, text, origin, from })),
    sessionsWithQueue: (): string[] =>
      orm
        .selectDistinct({ session: queuedInputs.session })
        .from(queuedInputs)
        .all()
        .map((row) => row.session),
  }
}
