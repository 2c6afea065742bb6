/** Which rows are picked for something to be done to all of them. A range starts at the row that was picked last. */
import type { SessionId } from '@belay/trace'

export interface Picked {
  readonly ids: ReadonlySet<SessionId>
  /** Where a range starts. */
  readonly from: SessionId | null
}

export const NOTHING: Picked = { ids: new Set(), from: null }

export type Pick = 'toggle' | 'range'

/** `order` is the list from top to bottom. */
export function pick(picked: Picked, id: SessionId, how: Pick, order: readonly SessionId[]): Picked {
  return how === 'toggle' ? toggle(picked, id) : range(picked, id, order)
}

function toggle({ ids }: Picked, id: SessionId): Picked {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, from: id }
}

function range({ ids, from }: Picked, id: SessionId, order: readonly SessionId[]): Picked {
  const [a, b] = [from === null ? -1 : order.indexOf(from), order.indexOf(id)]
  const start = a < 0 ? b : a
  const between = order.slice(Math.min(start, b), Math.max(start, b) + 1)
  return { ids: new Set([...ids, ...between]), from: start === b ? id : from }
}

export function pickAll(order: readonly SessionId[]): Picked {
  return { ids: new Set(order), from: order[0] ?? null }
}

/** Without those that are not in the list any more. */
export function stillThere(picked: Picked, order: readonly SessionId[]): Picked {
  const there = new Set(order)
  if ([...picked.ids].every((id) => there.has(id))) return picked
  return { ...picked, ids: new Set([...picked.ids].filter((id) => there.has(id))) }
}
