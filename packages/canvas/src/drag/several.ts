/** Several attached hooks as one: what can be done to them in a single change, and what they are after it. */
import type { Attachment, AttachmentId, HookMode, PointId } from '@belay/trace'

export type SharedChange =
  | { readonly do: 'mode'; readonly mode: HookMode }
  /** `from`: off that station alone, where a hook stands at others too. */
  | { readonly do: 'detach'; readonly from?: PointId }
  /** One behind the other, in their order; `position` is counted without them. */
  | { readonly do: 'move'; readonly position: number; readonly from?: PointId; readonly to?: PointId }
  /** Under the name of a set; null: each for itself again. */
  | { readonly do: 'set'; readonly set: string | null }

export interface Several {
  readonly attachments: readonly AttachmentId[]
  readonly change: SharedChange
}

/** Those of them that are gone by now are left out. */
export function applySeveral(hooks: readonly Attachment[], { attachments, change }: Several): readonly Attachment[] {
  const isMeant = ({ id }: Attachment) => attachments.includes(id)
  switch (change.do) {
    case 'mode':
      return hooks.map((hook) => (isMeant(hook) ? { ...hook, mode: change.mode } : hook))
    case 'detach':
      return hooks.flatMap((hook) => {
        if (!isMeant(hook)) return [hook]
        const points = change.from === undefined ? [] : hook.points.filter((point) => point !== change.from)
        return points.length === 0 ? [] : [{ ...hook, points }]
      })
    case 'move': {
      const block = hooks.filter(isMeant).map((hook) => ({ ...hook, points: movedPoints(hook.points, change) }))
      const others = hooks.filter((hook) => !isMeant(hook))
      return others.toSpliced(Math.min(change.position, others.length), 0, ...block)
    }
    case 'set':
      return hooks.map((hook) => (isMeant(hook) ? inSet(hook, change.set) : hook))
  }
}

function movedPoints(
  points: readonly PointId[],
  { from, to }: { readonly from?: PointId; readonly to?: PointId },
): readonly PointId[] {
  if (to === undefined) return points
  return [...new Set(points.map((point) => (point === from ? to : point)))]
}

function inSet({ set: _, ...alone }: Attachment, set: string | null): Attachment {
  return set === null ? alone : { ...alone, set }
}

/** Whether every one of them is where it was. */
export function isSameOrder(
  before: readonly Pick<Attachment, 'id'>[],
  after: readonly Pick<Attachment, 'id'>[],
): boolean {
  return before.length === after.length && before.every(({ id }, at) => after[at]?.id === id)
}
