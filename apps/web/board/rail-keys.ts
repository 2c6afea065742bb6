/** What a key on the rail means for the hook that the keyboard is at: the plans that a drag would make. */
import {
  blockOf,
  type DragPlan,
  type DragSource,
  type DragTable,
  heldText,
  movingOf,
  planAt,
  planOff,
  slotOf,
  standingOf,
  stationsFor,
} from '@belay/canvas'
import type { AttachmentId, PointId } from '@belay/trace'

export type RailKey = 'earlier' | 'later' | 'before' | 'after' | 'off'

export function railKeyOf(event: KeyboardEvent): RailKey | null {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return null
  if (event.key === 'Delete' || event.key === 'Backspace') return event.altKey ? null : 'off'
  if (!event.altKey) return null
  switch (event.key) {
    case 'ArrowUp':
      return 'earlier'
    case 'ArrowDown':
      return 'later'
    case 'ArrowLeft':
      return 'before'
    case 'ArrowRight':
      return 'after'
    default:
      return null
  }
}

export interface Standing {
  readonly attachment: AttachmentId
  readonly point: PointId
}

/** `picked`: where it is one of those, what is done is done to all of them; a move to those that stand at its station. */
export function planOfKey(
  table: Pick<DragTable, 'hooks' | 'library'>,
  at: Standing & { readonly picked?: readonly AttachmentId[] },
  key: RailKey,
): DragPlan {
  const source: DragSource = { from: 'node', ...at }
  const block = blockOf(table, source)
  const hook = standingOf(table, at.attachment)
  const held = [...(hook === null ? [] : [hook]), ...block].map(heldText).find((text) => text !== null) ?? null
  if (held !== null) return nothing(held)
  const moving = block.map(({ id }) => id)
  const others = table.hooks.filter(({ id, points }) => points.includes(at.point) && !moving.includes(id))
  const index = slotOf(table.hooks, moving[0] ?? at.attachment, at.point)
  switch (key) {
    case 'off':
      return movingOf(source).length > 1
        ? { kind: 'several', attachments: movingOf(source), change: { do: 'detach' } }
        : planOff(table, source)
    case 'earlier':
      return index <= 0
        ? nothing('It is asked first here.')
        : planAt(table, source, { point: at.point, index: index - 1 })
    case 'later':
      return index >= others.length
        ? nothing('It is asked last here.')
        : planAt(table, source, { point: at.point, index: index + 1 })
    case 'before':
    case 'after':
      return planOfStep(table, source, at.point, key === 'after' ? 1 : -1)
  }
}

/** To the next station that it can live at, behind the hooks that stand there. */
function planOfStep(
  table: Pick<DragTable, 'hooks' | 'library'>,
  source: DragSource,
  point: PointId,
  by: 1 | -1,
): DragPlan {
  const stations = stationsFor(table, source)
  const to = stations[stations.indexOf(point) + by]
  if (to === undefined) return nothing(`It can stand at no station ${by > 0 ? 'after' : 'before'} ${point}.`)
  const index = table.hooks.filter(({ points }) => points.includes(to)).length
  return planAt(table, source, { point: to, index })
}

function nothing(reason: string): DragPlan {
  return { kind: 'nothing', reason }
}
