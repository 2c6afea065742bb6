/**
 * The tables. `events` is the truth of a session; rows, spans, verdicts, turns, questions, queued inputs, attachments and
 * the counters on `sessions` are its projections, written in the same transaction as the events that they come from.
 * Times are epoch milliseconds with fractions.
 */
import type {
  Answer,
  Attributes,
  Composition,
  CompositionChangeKind,
  FailurePolicy,
  ForkOrigin,
  HistoryEdit,
  HookMode,
  HookSource,
  Json,
  JsonObject,
  Origin,
  PermissionMode,
  PointId,
  Question,
  RewriteRule,
  SpanKind,
  SpanStatus,
  TraceEventBody,
  TranscriptRow,
  TurnCode,
  TurnId,
  TurnStatus,
  Verdict,
} from '@belay/trace'
import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
} from 'drizzle-orm/sqlite-core'

const flag = () => integer({ mode: 'boolean' }).notNull()
const count = () => integer().notNull().default(0)

export const sessions = sqliteTable('sessions', {
  id: text().primaryKey(),
  title: text().notNull(),
  workspace: text().notNull(),
  model: text().notNull(),
  permission: text().$type<PermissionMode>().notNull(),
  createdAt: real().notNull(),
  parent: text().references((): AnySQLiteColumn => sessions.id, { onDelete: 'cascade' }),
  /** `main`, or the name that a child was spawned under. */
  agent: text().notNull(),
  depth: integer().notNull(),
  /** Names of the tools that a child is limited to; null for all. */
  tools: text({ mode: 'json' }).$type<readonly string[]>(),
  /** The command that must exit with 0 before a child may stop; null where there is none. */
  verifier: text(),
  tour: flag(),
  rewrites: text().$type<RewriteRule>().notNull(),
  stopAtFirstBlock: flag(),
  composition: text().notNull(),
  /** Whether somebody named the model: then it goes before that of a program. */
  modelChosen: integer({ mode: 'boolean' }).notNull().default(true),
  /** Whether somebody chose its extensions: then no new default comes to it. */
  extensionsChosen: integer({ mode: 'boolean' }).notNull().default(false),
  seq: count(),
  updatedAt: real().notNull(),
  status: text().$type<TurnStatus | 'idle'>().notNull(),
  turns: count(),
  /** Steps taken in all turns. */
  passes: count(),
  asked: count(),
  blocked: count(),
  rewritten: count(),
  failed: count(),
  tokens: integer(),
  /** Model calls beside the conversation, of hooks and for summaries, and what they used; `unreported` of them did not say. */
  besideCalls: count(),
  besideInput: count(),
  besideOutput: count(),
  besideUnreported: count(),
  lastPrompt: text(),
  /** The last thing that a hook refused and why, in one line; null where nothing was. */
  lastRefusal: text(),
  /** Not a reference: a fork outlives the session that it came from. */
  forkedFrom: text({ mode: 'json' }).$type<ForkOrigin>(),
  pinnedAt: real(),
  archivedAt: real(),
  /** Since when it can only be restored, until it is removed for good; null where it is there. */
  deletedAt: real(),
})

const session = () =>
  text()
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' })

export const events = sqliteTable(
  'events',
  {
    session: session(),
    seq: integer().notNull(),
    at: real().notNull(),
    /** The event without session, seq and time. */
    body: text({ mode: 'json' }).$type<TraceEventBody>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.session, t.seq] }),
    // What hooks came to about a span, and of a whole session: a log of many thousand events is never read for it.
    index('events_of_outcomes').on(t.session, sql`body ->> '$.about'`).where(sql`body ->> '$.type' = 'outcome'`),
  ],
)

export const turns = sqliteTable(
  'turns',
  {
    id: text().primaryKey(),
    session: session(),
    number: integer().notNull(),
    composition: text().notNull(),
    provider: text().notNull(),
    model: text().notNull(),
    startedAt: real().notNull(),
    endedAt: real(),
    status: text().$type<TurnStatus>().notNull(),
    code: text().$type<TurnCode>(),
    reason: text(),
  },
  (t) => [unique().on(t.session, t.number)],
)

export const rows = sqliteTable(
  'rows',
  {
    session: session(),
    id: integer().notNull(),
    turn: text(),
    at: real().notNull(),
    kind: text().$type<TranscriptRow['kind']>().notNull(),
    replaces: integer(),
    body: text({ mode: 'json' }).$type<TranscriptRow>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.session, t.id] }), index('rows_by_turn').on(t.session, t.turn)],
)

/** What was done to the view that requests are built from, in order. */
export const historyEdits = sqliteTable(
  'history_edits',
  {
    session: session(),
    seq: integer().notNull(),
    /** Null where it was done between turns. */
    turn: text(),
    edit: text({ mode: 'json' }).$type<HistoryEdit>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.session, t.seq] })],
)

export const spans = sqliteTable(
  'spans',
  {
    id: text().primaryKey(),
    session: session(),
    turn: text(),
    parent: text(),
    kind: text().$type<SpanKind>().notNull(),
    name: text().notNull(),
    start: real().notNull(),
    end: real(),
    status: text().$type<SpanStatus>().notNull(),
    attributes: text({ mode: 'json' }).$type<Attributes>().notNull(),
  },
  (t) => [index('spans_by_turn').on(t.session, t.turn), index('spans_by_kind').on(t.session, t.kind, t.start)],
)

export const spanDetails = sqliteTable(
  'span_details',
  {
    span: text().notNull(),
    key: text().notNull(),
    session: session(),
    value: text({ mode: 'json' }).$type<Json>().notNull(),
  },
  // By session for the cascade: it would read all details of all sessions.
  (t) => [primaryKey({ columns: [t.span, t.key] }), index('span_details_by_session').on(t.session)],
)

export const verdicts = sqliteTable(
  'verdicts',
  {
    session: session(),
    seq: integer().notNull(),
    at: real().notNull(),
    turn: text(),
    span: text(),
    about: text(),
    point: text().$type<PointId>().notNull(),
    body: text({ mode: 'json' }).$type<Verdict>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.session, t.seq] }),
    index('verdicts_by_turn').on(t.session, t.turn),
    index('verdicts_by_about').on(t.session, t.about),
  ],
)

export const compositions = sqliteTable('compositions', {
  hash: text().primaryKey(),
  body: text({ mode: 'json' }).$type<Composition>().notNull(),
})

export const attachments = sqliteTable(
  'attachments',
  {
    id: text().notNull(),
    session: session(),
    position: integer().notNull(),
    hook: text().notNull(),
    name: text().notNull(),
    source: text().$type<HookSource>().notNull(),
    points: text({ mode: 'json' }).$type<readonly PointId[]>().notNull(),
    mode: text().$type<HookMode>().notNull(),
    onFailure: text().$type<FailurePolicy>().notNull(),
    params: text({ mode: 'json' }).$type<JsonObject>().notNull(),
    version: text(),
    error: text(),
  },
  (t) => [primaryKey({ columns: [t.session, t.id] }), index('attachments_by_session').on(t.session, t.position)],
)

/** Each change of what rules a session, for undo and redo. */
export const compositionChanges = sqliteTable(
  'composition_changes',
  {
    session: session(),
    seq: integer().notNull(),
    kind: text().$type<CompositionChangeKind>().notNull(),
    name: text(),
    before: text().notNull(),
    after: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.session, t.seq] })],
)

/** What the tools of a turn did to a file. The contents stand in the home folder, each under its hash. */
export const fileChanges = sqliteTable(
  'file_changes',
  {
    session: session(),
    turn: text().notNull(),
    /** Absolute, symlinks resolved. */
    path: text().notNull(),
    at: real().notNull(),
    /** Hash of the content before the turn first changed it; null where there was no file. */
    before: text(),
    /** Permission bits before; null where there was no file. */
    mode: integer(),
    /** Hash of the content after the turn's last change. */
    after: text().notNull(),
    /** When that last change was. */
    movedAt: real().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.session, t.turn, t.path] }), index('file_changes_by_before').on(t.before)],
)

/** What stood at a path when a person put it back, so that the putting back can be taken back. Gone when that is done. */
export const putBackFiles = sqliteTable(
  'put_back_files',
  {
    session: session(),
    /** Counts the puttings back of a session, from 1. */
    number: integer().notNull(),
    path: text().notNull(),
    turns: text({ mode: 'json' }).$type<readonly TurnId[]>().notNull(),
    /** Hash of what stood there; null where nothing did. */
    before: text(),
    mode: integer(),
    /** Hash of what stands there since; null where it was removed. */
    after: text(),
  },
  (t) => [primaryKey({ columns: [t.session, t.number, t.path] }), index('put_back_files_by_before').on(t.before)],
)

/**
 * What a putting back, or the taking back of one, set out to do: there from before its first file is touched until it is on
 * record. One a session at a time.
 */
export const openPutBacks = sqliteTable('open_put_backs', {
  session: session().primaryKey(),
  /** Of the putting back; of the one that is taken back. */
  number: integer().notNull(),
  turns: text({ mode: 'json' }).$type<readonly TurnId[]>().notNull(),
  undo: integer({ mode: 'boolean' }).notNull(),
  /** The last event before it. */
  seq: integer().notNull(),
  /** Each path, and the hash of what is to stand there: null for nothing. */
  files: text({ mode: 'json' }).$type<readonly IntendedFile[]>().notNull(),
})

export interface IntendedFile {
  readonly path: string
  readonly to: string | null
}

/** Sets of hooks that a person saved. */
export const hookSets = sqliteTable('hook_sets', {
  name: text().primaryKey(),
  description: text().notNull(),
  hooks: text({ mode: 'json' }).$type<readonly JsonObject[]>().notNull(),
  savedAt: real().notNull(),
})

export const questions = sqliteTable(
  'questions',
  {
    id: text().primaryKey(),
    session: session(),
    turn: text().notNull(),
    openedAt: real().notNull(),
    body: text({ mode: 'json' }).$type<Question>().notNull(),
    /** null while it is open. */
    answer: text({ mode: 'json' }).$type<Answer>(),
  },
  (t) => [index('questions_by_session').on(t.session)],
)

export const queuedInputs = sqliteTable(
  'queued_inputs',
  {
    position: integer().primaryKey({ autoIncrement: true }),
    session: session(),
    id: text().notNull(),
    text: text().notNull(),
    origin: text().$type<Origin>().notNull(),
    from: text(),
  },
  (t) => [unique().on(t.session, t.id)],
)

export const grants = sqliteTable('grants', { session: session(), kind: text().notNull() }, (t) => [
  primaryKey({ columns: [t.session, t.kind] }),
])

/** When a hook continued a turn at `stop.done`: bounded by the hour. */
export const continuations = sqliteTable('continuations', { session: session(), at: real().notNull() }, (t) => [
  index('continuations_by_session').on(t.session, t.at),
])

export const lastAnswers = sqliteTable(
  'last_answers',
  {
    hook: text().notNull(),
    point: text().$type<PointId>().notNull(),
    at: real().notNull(),
    verdict: text({ mode: 'json' }).$type<Verdict>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hook, t.point] })],
)

/** The last version of each hook file that loaded: it goes on running while the file has an error. */
export const keptCode = sqliteTable('kept_code', {
  file: text().primaryKey(),
  version: text().notNull(),
  /** Since when it is known to load. */
  at: real().notNull(),
  code: text().notNull(),
  map: text().notNull(),
  inputs: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
  described: text({ mode: 'json' }).$type<Json>().notNull(),
})

/** What hooks keep with `t.store`: of a program or of a library hook, whatever session they were asked in. */
export const hookValues = sqliteTable(
  'hook_values',
  {
    owner: text().notNull(),
    key: text().notNull(),
    value: text({ mode: 'json' }).$type<Json>().notNull(),
    at: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.owner, t.key] })],
)

export const settings = sqliteTable('settings', {
  key: text().primaryKey(),
  value: text({ mode: 'json' }).$type<Json>().notNull(),
})
