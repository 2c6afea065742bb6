/** The latest places of a session at which a point is asked, whether hooks stood there or not. */
import {
  type PointId,
  type Span,
  type SpanKind,
  type TranscriptRow,
  type TurnId,
  turnId,
  type VerdictEntry,
} from '@belay/trace'
import type { ReadTurn, RecordReader } from '../reading/record-reader'
import { askedAbout, collect, isOwnInput, type Place } from './place'

export function placesOf(reader: RecordReader, point: PointId, limit: number): readonly Place[] {
  switch (point) {
    case 'tools.before':
      return calls(reader, limit, (span) => span.start)
    case 'tools.after':
      return calls(reader, limit, (span) => span.end)
    case 'memory.keep':
    case 'context.build':
    case 'model.choose':
      return ofSpans(reader, 'step', limit)
    case 'memory.summarize':
      return ofSpans(reader, 'compaction', limit)
    case 'errors.on':
      return failures(reader, limit)
    case 'guard.onInput':
      return ofRows(reader, 'input', limit, (row) => row.replaces === null && isOwnInput(row))
    case 'stop.done':
      return ofRows(reader, 'reply', limit, isOwnReply)
    case 'agent.stop':
      return reader.session.spawned ? ofRows(reader, 'reply', limit, isLastWord) : []
    case 'guard.onOutput':
      return ofRows(reader, 'reply', limit, isLastWord)
    case 'session.start':
      return starts(reader, limit)
    case 'agent.start':
      return reader.session.spawned ? turns(reader, limit, ({ number }) => number === 1) : []
    case 'session.end':
      return ends(reader, limit)
  }
}

/** Both kinds together, the latest first. One that has not ended has no result yet. */
function calls(reader: RecordReader, limit: number, at: (span: Span) => number | null): readonly Place[] {
  const fetch = (count: number) =>
    [...reader.latestSpans('tool', count), ...reader.latestSpans('inner', count)]
      .sort((one, other) => other.start - one.start)
      .slice(0, count)
  return collect(limit, fetch, (span) => {
    const when = at(span)
    const known = when !== null && span.turn !== null && reader.detail(span.id).arguments !== undefined
    return known ? { turn: span.turn, about: span, at: when, row: null, failed: null, handed: null } : null
  })
}

function ofSpans(reader: RecordReader, kind: SpanKind, limit: number): readonly Place[] {
  return collect(
    limit,
    (count) => reader.latestSpans(kind, count),
    (span) => {
      const turn = span.turn ?? turnBefore(reader, span.start)
      return turn === null ? null : { turn, about: span, at: span.start, row: null, failed: null, handed: null }
    },
  )
}

/** What happens between turns goes by the facts of the one before. */
function turnBefore(reader: RecordReader, time: number): TurnId | null {
  return reader.latestTurns(ALL_TURNS).find(({ startedAt }) => startedAt <= time)?.id ?? null
}

/** Asked about the step, at the end of the model call. */
function failures(reader: RecordReader, limit: number): readonly Place[] {
  return collect(
    limit,
    (count) => reader.latestSpans('model', count, 'error'),
    (failed) => {
      const { turn, end, parent } = failed
      if (turn === null || end === null) return null
      const about = parent === null ? null : reader.span(parent)
      return { turn, about, at: end, row: null, failed, handed: null }
    },
  )
}

function ofRows(
  reader: RecordReader,
  kind: TranscriptRow['kind'],
  limit: number,
  fits: (row: TranscriptRow, reader: RecordReader) => boolean,
): readonly Place[] {
  return collect(
    limit,
    (count) => reader.latestRows(kind, count),
    (row) => {
      if (row.turn === null || !fits(row, reader)) return null
      return {
        turn: row.turn,
        about: askedAbout(reader, row.turn, row.at),
        at: row.at,
        row,
        failed: null,
        handed: null,
      }
    },
  )
}

/** As the model gave it: not an answer that a hook put in its place. */
export function isOwnReply(row: TranscriptRow): boolean {
  return row.kind === 'reply' && row.replaces === null && row.provider !== 'hook'
}

/** The reply with which its turn came to an end. */
function isLastWord(row: TranscriptRow, reader: RecordReader): boolean {
  if (row.kind !== 'reply' || row.turn === null || !isOwnReply(row) || row.text.trim() === '') return false
  const status = reader.turn(row.turn)?.status
  if (status !== 'completed' && status !== 'capped' && status !== 'blocked') return false
  const last = reader.rowsOfTurn(row.turn).findLast((one) => one.kind === 'reply' && isOwnReply(one))
  return last?.id === row.id
}

function turns(reader: RecordReader, limit: number, fits: (turn: ReadTurn) => boolean): readonly Place[] {
  return collect(
    limit,
    (count) => reader.latestTurns(count),
    (turn) => (fits(turn) ? placeOfTurn(reader, turn) : null),
  )
}

function placeOfTurn(reader: RecordReader, { id, startedAt }: ReadTurn): Place {
  return { turn: id, about: reader.rootOf(id), at: startedAt, row: null, failed: null, handed: null }
}

/** The first turn, a fork's first own one, and each at which hooks heard that the session was loaded again. */
function starts(reader: RecordReader, limit: number): readonly Place[] {
  const heard = new Set(reader.latestVerdicts('session.start', MOST_STARTS).map(({ turn }) => turn))
  const first = [1, (reader.session.forkedTurns ?? 0) + 1]
  const own = reader.latestTurns(ALL_TURNS).filter(({ id, number }) => first.includes(number) || heard.has(id))
  return own.slice(0, limit).map((turn) => placeOfTurn(reader, turn))
}

/** Hooks times loadings: older ones are not offered. */
const MOST_STARTS = 2_000
/** A turn is one small row; no session has a million. */
const ALL_TURNS = 1_000_000

/** Each time that hooks heard of it; where none did, the session as it stands would end next. */
function ends(reader: RecordReader, limit: number): readonly Place[] {
  const [latest, ...earlier] = reader.latestVerdicts('session.end', MOST_STARTS)
  const times = latest === undefined ? [reader.session.updatedAt] : [latest, ...earlier.filter(isOf(latest))].map(atOf)
  const places = times.slice(0, limit).map((at): Place | null => {
    const turn = turnBefore(reader, at)
    return turn === null ? null : { turn, about: null, at, row: null, failed: null, handed: null }
  })
  return places.filter((place) => place !== null)
}

/** One hook's verdicts stand for the askings: each hook has one in each. */
function isOf({ verdict: { hookId } }: VerdictEntry): (entry: VerdictEntry) => boolean {
  return ({ verdict }) => verdict.hookId === hookId
}

function atOf({ at }: VerdictEntry): number {
  return at
}

/** The place of an asking that is on record: what the hook was handed, where it stood then. */
export function placeOfAsking(reader: RecordReader, hook: Span, asked: { point: PointId; about: Span | null }): Place {
  const { start: at } = hook
  const turn = hook.turn ?? asked.about?.turn ?? turnId('')
  const handed = reader.detail(hook.id).handed ?? null
  return { turn, about: asked.about, at, row: rowFor(reader, asked.point, { turn, at }), failed: null, handed }
}

function rowFor(reader: RecordReader, point: PointId, { turn, at }: Pick<Place, 'turn' | 'at'>): TranscriptRow | null {
  const before = reader.rowsOfTurn(turn).filter((row) => row.at <= at)
  switch (point) {
    case 'guard.onInput':
      return before.findLast(isOwnInput) ?? null
    case 'stop.done':
    case 'agent.stop':
    case 'guard.onOutput':
      return before.findLast(isOwnReply) ?? null
    default:
      return null
  }
}
