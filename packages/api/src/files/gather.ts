/**
 * What the tools of some turns changed, also those of the agents that they started: one entry a file, from what stood there
 * before the earliest of these turns to what the latest left; and what may have changed more without being seen.
 */
import type { Database, FileChangeRecord } from '@belay/db'
import { ATTR, type SessionId, type Span, sessionId, type TurnId } from '@belay/trace'
import type { PutBackRequest } from '../contract/files'
import { OperationError } from '../operations'
import type { KeptChange } from './plan'

export interface GatherParts {
  readonly db: Pick<Database, 'fileChangesOf' | 'turnNumber' | 'turnsFrom' | 'spansOfTurn' | 'session'>
  readonly isReadOnly: (tool: string) => boolean
}

export interface Gathered {
  /** Of the session itself, in order. */
  readonly turns: readonly TurnId[]
  readonly changes: readonly GatheredChange[]
  readonly unseen: readonly string[]
  /** The session and the children whose changes are among them. */
  readonly sessions: readonly SessionId[]
}

export interface GatheredChange extends KeptChange {
  /** The child agent that changed it; null where the session did too. */
  readonly by: string | null
}

/** A turn, and whose it is: null for the session's own. */
interface Source {
  readonly session: SessionId
  readonly turn: TurnId
  readonly agent: string | null
}

export function gather(
  parts: GatherParts,
  session: SessionId,
  request: Pick<PutBackRequest, 'turn' | 'reach'>,
): Gathered {
  const turns = turnsOf(parts, session, request)
  const sources: Source[] = []
  const unseen = new Set<string>()
  const known = new Set<SessionId>([session])
  const visit = (source: Source) => {
    sources.push(source)
    for (const span of parts.db.spansOfTurn(source.session, source.turn)) {
      const line = unseenBy(parts, span, source.agent)
      if (line !== null) unseen.add(line)
      const child = span.attributes[ATTR.childSession]
      if (typeof child === 'string' && !known.has(sessionId(child))) visitChild(sessionId(child), source.session)
    }
  }
  const visitChild = (child: SessionId, parent: SessionId) => {
    const record = parts.db.session(child)
    // The calls of a fork's first turns name children of the session that it was forked off.
    if (record?.parent !== parent) return
    known.add(child)
    if (record.verifier !== null) unseen.add(`${record.agent}: ${record.verifier}`)
    for (const { id } of parts.db.turnsFrom(child, 1)) visit({ session: child, turn: id, agent: record.agent })
  }
  for (const turn of turns) visit({ session, turn, agent: null })
  const { changes, between } = merge(parts, sources)
  return { turns, changes, unseen: [...unseen, ...between], sessions: [...known] }
}

function turnsOf({ db }: GatherParts, session: SessionId, { turn, reach }: Pick<PutBackRequest, 'turn' | 'reach'>) {
  const number = db.turnNumber(session, turn)
  if (number === null) throw new OperationError('not_found', `There is no turn ${turn} in this session.`)
  return reach === 'turn' ? [turn] : db.turnsFrom(session, number).map(({ id }) => id)
}

/** What files by themselves say needs no word; a tool that never began did nothing. */
const KEPT_BY_THEMSELVES = new Set(['files.edit', 'files.write', 'agents.spawn'])

function unseenBy({ isReadOnly }: GatherParts, span: Span, agent: string | null): string | null {
  const { kind, name, attributes } = span
  if (kind !== 'tool' || attributes[ATTR.toolStarted] === undefined) return null
  if (KEPT_BY_THEMSELVES.has(name) || isReadOnly(name)) return null
  const subject = String(attributes[ATTR.toolSubject] ?? '')
  const said = name === 'run' ? subject : `${name} ${subject}`.trim()
  return agent === null ? said : `${agent}: ${said}`
}

interface Sourced extends FileChangeRecord {
  readonly agent: string | null
}

function merge({ db }: GatherParts, sources: readonly Source[]) {
  const byPath = new Map<string, Sourced[]>()
  for (const { session, turn, agent } of sources)
    for (const change of db.fileChangesOf(session, turn)) {
      const known = byPath.get(change.path)
      if (known === undefined) byPath.set(change.path, [{ ...change, agent }])
      else known.push({ ...change, agent })
    }
  const files = [...byPath.values()]
  return { changes: files.map(mergeFile), between: files.filter(isBroken).map(betweenLine) }
}

function mergeFile(changes: readonly Sourced[]): GatheredChange {
  const first = changes.reduce((best, each) => (each.at < best.at ? each : best))
  const last = changes.reduce((best, each) => (each.movedAt >= best.movedAt ? each : best))
  const own = changes.some(({ agent }) => agent === null)
  const { path, before, mode } = first
  return { path, before, mode, after: last.after, by: own ? null : last.agent }
}

/** Something that is not on record changed it between two turns; putting it back to where a turn found it is none. */
function isBroken(changes: readonly Sourced[]): boolean {
  const inOrder = [...changes].sort((one, other) => one.at - other.at)
  const seen = new Set<string | null>()
  return inOrder.some(({ before, after }, index) => {
    const broken = index > 0 && !seen.has(before)
    seen.add(before).add(after)
    return broken
  })
}

function betweenLine(changes: readonly Sourced[]): string {
  return `something else, which changed ${changes[0]?.path ?? ''} in between`
}
