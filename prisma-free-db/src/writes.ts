/** The prepared statements that an append runs, one function each. All of them run inside the caller's transaction. */
import type { EventOf, TraceEvent } from '@belay/trace'
import { and, eq, sql } from 'drizzle-orm'
import type { Orm } from './open'
import {
  attachments,
  compositionChanges,
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

export type Writes = ReturnType<typeof prepareWrites>

/** What a batch adds to the counters of its session; null leaves a column as it is. */
export interface SessionDelta {
  seq: number
  updatedAt: number
  title: string | null
  model: string | null
  composition: string | null
  status: string | null
  turns: number
  passes: number
  asked: number
  blocked: number
  rewritten: number
  failed: number
  tokens: number | null
  besideCalls: number
  besideInput: number
  besideOutput: number
  besideUnreported: number
  lastPrompt: string | null
  lastRefusal: string | null
}

export function prepareWrites(orm: Orm) {
  return {
    ...prepareLog(orm),
    ...prepareSpans(orm),
    ...prepareTurns(orm),
    ...prepareComposition(orm),
    ...prepareCounters(orm),
  }
}

function prepareLog(orm: Orm) {
  const event = orm
    .insert(events)
    .values({ session: p('session'), seq: p('seq'), at: p('at'), body: p('body') })
    .prepare()
  const row = orm
    .insert(rows)
    .values({
      session: p('session'),
      id: p('id'),
      turn: p('turn'),
      at: p('at'),
      kind: p('kind'),
      replaces: p('replaces'),
      body: p('body'),
    })
    .prepare()
  const edit = orm
    .insert(historyEdits)
    .values({ session: p('session'), seq: p('seq'), turn: p('turn'), edit: p('edit') })
    .prepare()
  const verdict = orm
    .insert(verdicts)
    .values({
      session: p('session'),
      seq: p('seq'),
      at: p('at'),
      turn: p('turn'),
      span: p('span'),
      about: p('about'),
      point: p('point'),
      body: p('body'),
    })
    .prepare()
  return {
    event({ session, seq, at, ...body }: TraceEvent) {
      event.run({ session, seq, at, body })
    },
    row: (values: typeof rows.$inferInsert) => row.run({ ...values }),
    historyEdited: ({ session, seq, turn, edit: made }: EventOf<'history.edited'>) =>
      edit.run({ session, seq, turn, edit: made }),
    verdict: (values: typeof verdicts.$inferInsert) => verdict.run({ ...values }),
  }
}

function prepareSpans(orm: Orm) {
  const start = orm
    .insert(spans)
    .values({
      id: p('id'),
      session: p('session'),
      turn: p('turn'),
      parent: p('parent'),
      kind: p('kind'),
      name: p('name'),
      start: p('start'),
      end: p('end'),
      status: p('status'),
      attributes: p('attributes'),
    })
    .prepare()
  const attributes = sql`json_patch(${spans.attributes}, ${p('attributes')})`
  const change = orm
    .update(spans)
    .set({ status: sql`${p('status')}`, attributes })
    .where(eq(spans.id, p('id')))
    .prepare()
  const end = orm
    .update(spans)
    .set({ end: sql`max(${spans.start}, ${p('end')})`, status: sql`${p('status')}`, attributes })
    .where(eq(spans.id, p('id')))
    .prepare()
  const detail = orm
    .insert(spanDetails)
    .values({ span: p('span'), key: p('key'), session: p('session'), value: p('value') })
    .onConflictDoUpdate({ target: [spanDetails.span, spanDetails.key], set: { value: sql`excluded.value` } })
    .prepare()
  return {
    spanStarted: (values: typeof spans.$inferInsert) => start.run({ ...values }),
    spanChanged: (values: { id: string; status: string; attributes: string }) => change.run(values),
    spanEnded: (values: { id: string; end: number; status: string; attributes: string }) => end.run(values),
    detail: (values: typeof spanDetails.$inferInsert) => detail.run({ ...values }),
  }
}

function prepareTurns(orm: Orm) {
  const start = orm
    .insert(turns)
    .values({
      id: p('id'),
      session: p('session'),
      number: p('number'),
      composition: p('composition'),
      provider: p('provider'),
      model: p('model'),
      startedAt: p('startedAt'),
      status: 'running',
    })
    .prepare()
  const status = orm
    .update(turns)
    .set({ status: sql`${p('status')}` })
    .where(eq(turns.id, p('id')))
    .prepare()
  const end = orm
    .update(turns)
    .set({
      endedAt: sql`${p('endedAt')}`,
      status: sql`${p('status')}`,
      code: sql`${p('code')}`,
      reason: sql`${p('reason')}`,
    })
    .where(eq(turns.id, p('id')))
    .prepare()
  const open = orm
    .insert(questions)
    .values({ id: p('id'), session: p('session'), turn: p('turn'), openedAt: p('openedAt'), body: p('body') })
    .prepare()
  const close = orm
    .update(questions)
    .set({ answer: sql`${p('answer')}` })
    .where(eq(questions.id, p('id')))
    .prepare()
  const queue = orm
    .insert(queuedInputs)
    .values({ session: p('session'), id: p('id'), text: p('text'), origin: p('origin'), from: p('from') })
    .prepare()
  const take = orm
    .delete(queuedInputs)
    .where(and(eq(queuedInputs.session, p('session')), eq(queuedInputs.id, p('id'))))
    .prepare()
  return {
    turnStarted: (values: Omit<typeof turns.$inferInsert, 'status'>) => start.run({ ...values }),
    turnStatus: (values: { id: string; status: string }) => status.run(values),
    turnEnded: (values: { id: string; endedAt: number; status: string; code: string | null; reason: string | null }) =>
      end.run(values),
    questionOpened: (values: typeof questions.$inferInsert) => open.run({ ...values }),
    questionClosed: (values: { id: string; answer: string }) => close.run(values),
    inputQueued: (values: Omit<typeof queuedInputs.$inferInsert, 'position'>) => queue.run({ ...values }),
    inputTaken: (values: { session: string; id: string }) => take.run(values),
  }
}

function prepareComposition(orm: Orm) {
  const keep = orm
    .insert(compositions)
    .values({ hash: p('hash'), body: p('body') })
    .onConflictDoNothing()
    .prepare()
  const clear = orm
    .delete(attachments)
    .where(eq(attachments.session, p('session')))
    .prepare()
  const attach = orm
    .insert(attachments)
    .values({
      id: p('id'),
      session: p('session'),
      position: p('position'),
      hook: p('hook'),
      name: p('name'),
      source: p('source'),
      points: p('points'),
      mode: p('mode'),
      onFailure: p('onFailure'),
      params: p('params'),
      version: p('version'),
      error: p('error'),
    })
    .prepare()
  return {
    composition: (values: typeof compositions.$inferInsert) => keep.run({ ...values }),
    /** `before` is what the last change led to: several may stand in one batch, before the record is updated. */
    compositionChange: ({ session, seq, kind, name, composition }: EventOf<'composition.changed'>) =>
      orm.run(sql`insert into ${compositionChanges} (session, seq, kind, name, before, after)
        select ${session}, ${seq}, ${kind ?? 'edit'}, ${name ?? null},
          coalesce(
            (select ${compositionChanges.after} from ${compositionChanges}
              where ${compositionChanges.session} = ${session} order by ${compositionChanges.seq} desc limit 1),
            (select ${sessions.composition} from ${sessions} where ${sessions.id} = ${session})),
          ${composition.hash}`),
    clearAttachments: (session: string) => clear.run({ session }),
    attachment: (values: typeof attachments.$inferInsert) => attach.run({ ...values }),
  }
}

type Counter = Exclude<
  { [K in keyof SessionDelta]: SessionDelta[K] extends number ? K : never }[keyof SessionDelta],
  'seq' | 'updatedAt'
>

function prepareCounters(orm: Orm) {
  const add = (name: Counter) => sql`${sessions[name]} + ${p(name)}`
  const orKeep = (name: 'title' | 'model' | 'composition' | 'status' | 'lastPrompt' | 'lastRefusal') =>
    sql`coalesce(${p(name)}, ${sessions[name]})`
  const update = orm
    .update(sessions)
    .set({
      seq: sql`${p('seq')}`,
      updatedAt: sql`${p('updatedAt')}`,
      title: orKeep('title'),
      model: orKeep('model'),
      modelChosen: sql`${sessions.modelChosen} or ${p('model')} is not null`,
      composition: orKeep('composition'),
      status: orKeep('status'),
      lastPrompt: orKeep('lastPrompt'),
      lastRefusal: orKeep('lastRefusal'),
      turns: add('turns'),
      passes: add('passes'),
      asked: add('asked'),
      blocked: add('blocked'),
      rewritten: add('rewritten'),
      failed: add('failed'),
      besideCalls: add('besideCalls'),
      besideInput: add('besideInput'),
      besideOutput: add('besideOutput'),
      besideUnreported: add('besideUnreported'),
      tokens: sql`coalesce(${sessions.tokens} + ${p('tokens')}, ${sessions.tokens}, ${p('tokens')})`,
    })
    .where(eq(sessions.id, p('id')))
    .prepare()
  return { counters: (id: string, delta: SessionDelta) => update.run({ id, ...delta }) }
}
