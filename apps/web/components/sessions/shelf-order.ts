/**
 * In which order sessions stand, under which headings, and what of it may move. While somebody points at the list or
 * writes in it, rows stay where they are: what they say goes on changing, what is gone stays as it was and says so, and
 * what is new waits to be let in.
 */
import type { SessionSummary } from '@belay/api'
import type { SessionId } from '@belay/trace'
import type { Shelf } from './shelf-view'

export const GROUPS = ['Pinned', 'Today', 'Yesterday', 'Earlier'] as const
export type Group = (typeof GROUPS)[number]

export interface Place {
  readonly group: Group
  readonly session: SessionSummary
  /** It is not in the list any more and is only shown because nothing may move. */
  readonly gone: boolean
}

export interface Order {
  readonly places: readonly Place[]
  /** Sessions that are not shown yet. */
  readonly waiting: number
}

export interface Now {
  readonly shelf: Shelf
  readonly nowMs: number
}

export function freshOrder(sessions: readonly SessionSummary[], now: Now): Order {
  const places = sessions.map((session): Place => ({ group: groupOf(session, now), session, gone: false }))
  const later = (a: Place, b: Place) => timeOf(b.session, now.shelf) - timeOf(a.session, now.shelf)
  return {
    places: GROUPS.flatMap((group) => places.filter((place) => place.group === group).sort(later)),
    waiting: 0,
  }
}

/** The same places with what is known now. */
export function heldOrder({ places }: Order, sessions: readonly SessionSummary[]): Order {
  const known = new Map<SessionId, SessionSummary>(sessions.map((session) => [session.id, session]))
  const held = places.map((place): Place => {
    const session = known.get(place.session.id)
    known.delete(place.session.id)
    if (session === undefined) return { ...place, gone: true }
    return session === place.session && !place.gone ? place : { ...place, session, gone: false }
  })
  return { places: held, waiting: known.size }
}

/** A deleted session stands where it was deleted, since that is what one looks for there. */
export function timeOf({ updatedAt, deletedAt }: SessionSummary, shelf: Shelf): number {
  return shelf === 'deleted' ? (deletedAt ?? updatedAt) : updatedAt
}

function groupOf(session: SessionSummary, { shelf, nowMs }: Now): Group {
  if (session.pinned && shelf !== 'deleted') return 'Pinned'
  const at = timeOf(session, shelf)
  if (at >= startOfDay(nowMs, 0)) return 'Today'
  return at >= startOfDay(nowMs, -1) ? 'Yesterday' : 'Earlier'
}

/** Local midnight; a day is not always 24 hours long. */
function startOfDay(nowMs: number, days: number): number {
  const day = new Date(nowMs)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime()
}
