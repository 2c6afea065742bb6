/**
 * A new session with what happened in another one up to a row. Promises: the copy is there whole or not at all; the other session
 * is only read, also while a turn of it runs; nothing in the copy is left open, and nothing of it is undone or permitted.
 */
import type { Database, NewSessionRecord, SessionRecord } from '@belay/db'
import {
  type Clock,
  type ForkOrigin,
  type IdSource,
  type SessionFacts,
  type SessionId,
  sessionId,
  type TraceEvent,
} from '@belay/trace'
import type { ForkRequest } from '../contract/sessions'
import { type Mask, maskEvent } from '../log/mask'
import { OperationError } from '../operations'
import { type EndOfFork, endFork } from './fork-end'
import { copiedSpans, type FreshNames, freshNames } from './fork-names'
import { renameIds } from './rename-ids'
import { checkTitle, MOST_TITLE } from './sessions'
import { UNTITLED } from './title'

export interface ForkParts {
  readonly db: Database
  readonly clock: Clock
  readonly ids: IdSource
  readonly mask: Mask
}

/** Events that are held in memory at a time. */
const PAGE = 1_000

export function fork(parts: ForkParts, source: SessionRecord, request: Pick<ForkRequest, 'row' | 'title'>) {
  const { db, clock, ids, mask } = parts
  const place = placeOf(db, source, request.row)
  const title = mask(checkTitle(request.title ?? titleOfFork(source.title)))
  const facts = factsOf(source, {
    ...{ id: sessionId(ids.next('ses')), title, createdAt: clock.now() },
    origin: { session: sessionId(source.id), title: source.title, row: place.row, turns: place.turns },
  })
  db.together(() => {
    const names = freshNames(ids, facts.id)
    const end = copyLog(parts, { source, facts, names, isLast: place.isLast })
    const open = new Set(db.openSpans(facts.id).map((span) => span.id))
    db.copyDetails(facts.id, copiedSpans(names, open))
    endFork(parts, end)
  })
  return facts
}

interface Place {
  readonly row: number
  readonly turns: number
  isLast(event: TraceEvent): boolean
}

/** Behind the last row of a turn that has ended, the copy goes on to its end: the turn ended in the same way. */
function placeOf(db: Database, source: SessionRecord, wanted: number | undefined): Place {
  const last = db.lastRow(source.id)
  if (wanted === undefined) return { row: last, turns: source.turns, isLast: ({ seq }) => seq === source.seq }
  if (wanted === 0) return { row: 0, turns: 0, isLast: ({ type }) => type === 'session.created' }
  const place = db.rowPlace(source.id, wanted)
  if (place === null) throw new OperationError('bad_input', noSuchRow(source, wanted, last))
  const { turn, turns, endsTurn } = place
  const isLast = endsTurn
    ? (event: TraceEvent) => event.type === 'turn.ended' && event.turn === turn
    : (event: TraceEvent) => event.type === 'row.committed' && event.row.id === wanted
  return { row: wanted, turns, isLast }
}

function noSuchRow({ id }: SessionRecord, row: number, last: number): string {
  const has = last === 0 ? 'it has none yet' : `it has rows 1 to ${last}`
  return `Session ${id} has no row ${row}: ${has}. Nothing was forked.`
}

function titleOfFork(title: string): string {
  if (title === UNTITLED) return title
  const [, base = title, count] = /^(.*) \(fork(?: (\d+))?\)$/su.exec(title) ?? []
  const mark = base === title ? ' (fork)' : ` (fork ${Number(count ?? 1) + 1})`
  return `${base.slice(0, MOST_TITLE - mark.length)}${mark}`
}

type NewFacts = Pick<SessionFacts, 'id' | 'title' | 'createdAt'> & { readonly origin: ForkOrigin }

/** A fork of an agent's session is nobody's child. */
function factsOf({ workspace, model }: SessionRecord, { origin, ...facts }: NewFacts): SessionFacts {
  return { ...facts, workspace, model, parent: null, forkedFrom: origin }
}

interface Copying {
  readonly source: SessionRecord
  readonly facts: SessionFacts
  readonly names: FreshNames
  isLast(event: TraceEvent): boolean
}

function copyLog({ db, mask }: ForkParts, { source, facts, names, isLast }: Copying): EndOfFork {
  let last = { seq: 0, at: facts.createdAt }
  for (const page of pagesUntil(db, sessionId(source.id), isLast)) {
    const copies = page.map((event, index) => ({ ...copyOf(names, facts, event), seq: last.seq + index + 1 }))
    const [first] = copies
    if (last.seq === 0 && first?.type === 'session.created') {
      db.createSession(recordOf(source, facts, first.composition.hash), [maskEvent(mask, first), ...copies.slice(1)])
    } else db.append(facts.id, copies)
    last = copies.at(-1) ?? last
  }
  return { source, facts, last }
}

function* pagesUntil(
  db: Database,
  session: SessionId,
  isLast: (event: TraceEvent) => boolean,
): Generator<readonly TraceEvent[]> {
  let after = 0
  for (;;) {
    const page = db.eventsAfter(session, after, PAGE)
    const end = page.findIndex(isLast)
    yield end < 0 ? page : page.slice(0, end + 1)
    if (end >= 0 || page.length < PAGE) return
    after = page.at(-1)?.seq ?? after
  }
}

/** The edits of hooks stay on the record and lose their names, by which they could be undone. */
function copyOf(names: FreshNames, facts: SessionFacts, event: TraceEvent): TraceEvent {
  const copy = renameIds(names, event)
  if (copy.type === 'session.created') return { ...copy, facts: { ...facts, model: copy.facts.model } }
  if (copy.type !== 'composition.changed') return copy
  const { name: _, ...unnamed } = copy
  return unnamed
}

function recordOf(source: SessionRecord, facts: SessionFacts, composition: string): NewSessionRecord {
  const { permission, agent, tools, verifier, rewrites, stopAtFirstBlock, modelChosen, extensionsChosen } = source
  return {
    ...facts,
    ...{ permission, agent, tools, verifier, rewrites, stopAtFirstBlock, composition, modelChosen, extensionsChosen },
    ...{ depth: 0, tour: false, updatedAt: facts.createdAt, status: 'idle' },
  }
}
