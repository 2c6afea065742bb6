/**
 * A file that another program wrote becomes a session. Promises: all of it or nothing; the same content twice changes
 * nothing; the file itself is only read.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'
import type { Database } from '@belay/db'
import { whyUnreadable } from '@belay/host'
import { type DatedEvent, readSpans, type SpansReport } from '@belay/replay'
import { type Clock, type Json, type SessionId, sessionId, spanId, turnId } from '@belay/trace'
import type { Home } from '../home/home'
import { compose } from '../hooks/composition'
import type { EventBus } from '../log/event-bus'
import { type Mask, maskEvent } from '../log/mask'
import { type ImportReport, type ImportRequest, OperationError } from '../operations'
import { resolveWorkspace } from '../sessions/workspace'
import { readJson } from './read-json'

export interface ImportParts {
  readonly home: Home
  readonly db: Database
  readonly bus: EventBus
  readonly clock: Clock
  readonly mask: Mask
  readonly defaultModel: () => string
}

/** Half a million spans; the whole of it is held in memory while it is read. */
const MOST_BYTES = 64 * 1024 * 1024
/** Enough of a content hash that no two files meet. */
const HASH_CHARS = 20

export function importFile(parts: ImportParts, { path, workspace }: ImportRequest): ImportReport {
  const bytes = readBytes(path)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARS)
  const session = sessionId(`ses_spans_${hash}`)
  const reading = readSpans(parseJson(path, bytes), {
    turn: turnId(`trn_spans_${hash}`),
    title: basename(path),
    composition: nobody.hash,
    span: (place) => spanId(`spn_spans_${hash}_${place < 0 ? 'turn' : place}`),
  })
  if (!reading.ok) throw new OperationError('bad_input', `${path} cannot be imported: ${reading.message}.`)
  const before = parts.db.session(session)
  if (before === null) keep(parts, { session, path, workspace: resolveWorkspace(workspace, parts.home), reading })
  else if (before.deletedAt !== null) restore(parts, session)
  return reportOf(path, session, reading.report)
}

/** No hook rules what happened elsewhere. */
const nobody = compose({ hooks: [], rewrites: 'first', stopAtFirstBlock: false })

function readBytes(path: string): Buffer {
  if (!isAbsolute(path))
    throw new OperationError('bad_input', `${path} is a relative path; name the file from the root on.`)
  try {
    return readBounded(path)
  } catch (error) {
    if (error instanceof OperationError) throw error
    throw new OperationError('bad_input', `${path} can't be read: ${whyUnreadable(error)}.`)
  }
}

function readBounded(path: string): Buffer {
  const stat = path.includes('\0') ? undefined : statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new OperationError('bad_input', `There is no file ${path}.`)
  if (!stat.isFile()) throw new OperationError('bad_input', `${path} is not a file.`)
  if (stat.size > MOST_BYTES) throw new OperationError('bad_input', `${path} is larger than 64 MiB.`)
  return readFileSync(path)
}

function parseJson(path: string, bytes: Buffer): Json {
  const read = readJson(bytes.toString('utf8'))
  if (read.ok) return read.value
  throw new OperationError('bad_input', `${path}:${read.line}:${read.column} is not JSON: ${read.reason}.`)
}

interface Imported {
  readonly session: SessionId
  readonly path: string
  readonly workspace: string
  readonly reading: { readonly events: readonly DatedEvent[]; readonly report: SpansReport }
}

function keep(parts: ImportParts, { session, path, workspace, reading }: Imported): void {
  const { db, bus, clock, mask, defaultModel } = parts
  const at = clock.now()
  const facts = {
    ...{ id: session, title: basename(path), workspace, model: defaultModel(), createdAt: at, parent: null },
  }
  const bodies: readonly DatedEvent[] = [
    { at, body: { type: 'session.created', facts, composition: nobody } },
    ...reading.events,
    // The last event's time is the session's: it is new here, however old its spans are.
    { at, body: { type: 'notice', turn: null, text: `Imported from ${path}: ${countOf(reading.report)}.` } },
  ]
  const events = bodies.map(({ at, body }, index) => maskEvent(mask, { ...body, session, seq: index + 1, at }))
  db.createSession(
    {
      ...{ ...facts, permission: 'ask', agent: 'main', depth: 0, tools: null, tour: false, rewrites: 'first' },
      ...{ stopAtFirstBlock: false, composition: nobody.hash, updatedAt: at, status: 'idle' },
    },
    events,
  )
  bus.touch(session)
}

/** Who imports a file again that was deleted since wants to have it. */
function restore({ db, bus }: ImportParts, session: SessionId): void {
  db.markSessions([session], { deletedAt: null })
  bus.touch(session)
}

function countOf({ records, unparsed, breaks, clock }: SpansReport): string {
  const wrong = [
    ...(unparsed.length === 0 ? [] : [`${unparsed.length} entries could not be read`]),
    ...(breaks === 0 ? [] : [`${breaks} parents or ids do not fit`]),
    ...(clock === 0 ? [] : [`${clock} times were corrected`]),
  ]
  return [`${records} ${records === 1 ? 'entry' : 'entries'}`, ...wrong].join(', ')
}

function reportOf(file: string, session: SessionId, report: SpansReport): ImportReport {
  const { records, unparsed, breaks, clock } = report
  return {
    ...{ file, format: 'spans', sessions: [session], records, unknown: {}, unparsed, blank: 0, damaged: [] },
    ...{ incomplete: 0, replayed: 0, orphans: { calls: 0, results: 0 }, clock, breaks, forks: 0, skipped: [] },
  }
}
