/**
 * A change that was asked of the server and is not on the record yet: it is shown as if it were, until the record says so
 * or the server refuses. What other pages change meanwhile is shown with it.
 */
import type { Attachment } from '@belay/trace'
import { applyPlan, type Change } from './plan'

export interface Pending {
  readonly change: Change
  /** The hooks when it was asked for. */
  readonly base: readonly Attachment[]
  /** How a new hook looks until it has an id of its own. */
  readonly made: Attachment | null
}

export function shownHooks(pending: Pending | null, now: readonly Attachment[]): readonly Attachment[] {
  return pending === null || isOnRecord(pending, now) ? now : applyPlan(now, pending.change, pending.made)
}

/** A new hook has an id that nobody knew: only its being there shows that it came. All else can be said twice. */
function isOnRecord({ change, base }: Pending, now: readonly Attachment[]): boolean {
  if (change.kind !== 'attach') return false
  const known = new Set(base.map(({ id }) => id))
  return now.some(({ id, hook, points }) => !known.has(id) && hook === change.hook && points.includes(change.point))
}
