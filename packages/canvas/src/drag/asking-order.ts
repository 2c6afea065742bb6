/**
 * The place in the asking order of the whole session for "between these two at this station". Stations show parts of one
 * order: of all places that would do, the one nearest to where the hook stands is taken, so that it passes no more hooks
 * than it must. Others keep their order among themselves.
 */
import type { AttachmentId, PointId } from '@belay/trace'
import type { Standing } from './table'

export interface Slot {
  readonly point: PointId
  /** Among the hooks that stand there, counted without those that move. */
  readonly index: number
}

/** Counted without those that move; a new one, where none does, goes as late as it can. */
export function askingPosition(
  hooks: readonly Pick<Standing, 'id' | 'points'>[],
  moving: readonly AttachmentId[],
  { point, index }: Slot,
): number {
  const others = hooks.filter(({ id }) => !moving.includes(id))
  const here = others.filter(({ points }) => points.includes(point))
  const before = here[index - 1]
  const after = here[Math.max(index, 0)]
  const least = before === undefined ? 0 : others.indexOf(before) + 1
  const most = after === undefined ? others.length : others.indexOf(after)
  const now = hooks.findIndex(({ id }) => moving.includes(id))
  return Math.min(Math.max(now < 0 ? others.length : now, least), most)
}

/** Where a hook stands among those of a station, or -1. */
export function slotOf(hooks: readonly Pick<Standing, 'id' | 'points'>[], id: AttachmentId, point: PointId): number {
  return hooks.filter(({ points }) => points.includes(point)).findIndex((hook) => hook.id === id)
}
