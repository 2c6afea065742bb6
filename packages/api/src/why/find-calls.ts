/** Calls that a person may mean: by an id or its beginning, or by their place in a turn. */
import type { Database } from '@belay/db'
import { ATTR, callId, type SessionId, type Span } from '@belay/trace'
import type { FoundCall } from '../contract/why'
import { OperationError } from '../operations'

/** No turn has a million calls; a longer run of digits is an id. */
const PLACE = /^[1-9]\d{0,5}$/

export interface Meant {
  readonly text: string
  /** Null: of any turn; for a place, of the latest that has calls. */
  readonly turn: number | null
}

export function findCalls(db: Database, id: SessionId, { text, turn }: Meant): readonly FoundCall[] {
  const ruled = turn === null ? null : db.turn(id, turn)
  if (turn !== null && ruled === null) throw new OperationError('not_found', `Session ${id} has no turn ${turn}.`)
  const named = db.callsNamed(id, text).filter((span) => ruled === null || span.turn === ruled.id)
  const exact = named.filter((span) => span.id === text || span.attributes[ATTR.toolCallId] === text)
  if (exact.length > 0) return exact.map(foundOf)
  const placed = PLACE.test(text) ? placedCall(db, id, { place: Number(text), turn: ruled?.id ?? null }) : null
  return placed === null ? named.map(foundOf) : [foundOf(placed)]
}

function placedCall(
  db: Database,
  id: SessionId,
  { place, turn }: { readonly place: number; readonly turn: string | null },
): Span | null {
  const of = turn ?? latestWithCalls(db, id)
  return of === null ? null : (db.callsOfTurn(id, of)[place - 1] ?? null)
}

function latestWithCalls(db: Database, id: SessionId): string | null {
  const [tool] = db.latestSpans(id, { kind: 'tool', limit: 1 })
  return tool?.turn ?? null
}

function foundOf({ id, name, turn, attributes }: Span): FoundCall {
  const call = attributes[ATTR.toolCallId]
  const subject = attributes[ATTR.toolSubject]
  return {
    span: id,
    call: callId(typeof call === 'string' ? call : id),
    turn,
    name,
    subject: typeof subject === 'string' ? subject : '',
  }
}
