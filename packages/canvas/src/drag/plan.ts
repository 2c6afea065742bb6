/**
 * What a drop means: one change of the session's composition, or none. A plan is made of what is there now and holds all
 * that is to be asked of the server, so that no gesture can be half done.
 */
import type { Attachment, AttachmentId, PointId } from '@belay/trace'
import { askingPosition, type Slot } from './asking-order'
import { heldText, isBrought, tooEarlyText } from './brought'
import { refusalAt } from './refusal'
import { applySeveral, isSameOrder, type Several } from './several'
import { blockOf, type DragSource, type DragTable, entryOf, type Standing, standingOf } from './table'

export type DragPlan =
  | {
      readonly kind: 'attach'
      readonly hook: string
      /** The station that it was dropped on. */
      readonly point: PointId
      /** That one; all of its own where it works with all of them together. */
      readonly points: readonly PointId[]
      readonly position: number
    }
  | { readonly kind: 'reorder'; readonly attachment: AttachmentId; readonly position: number }
  | {
      readonly kind: 'move'
      readonly attachment: AttachmentId
      /** All of its points after the move. */
      readonly points: readonly PointId[]
      readonly position: number
      readonly to: PointId
    }
  | {
      readonly kind: 'detach'
      readonly attachment: AttachmentId
      readonly from: PointId
      /** Where it still stands; nowhere: the hook goes. */
      readonly left: readonly PointId[]
    }
  | ({ readonly kind: 'several' } & Several)
  /** `reason` says why not, or is null where there is nothing to say. */
  | { readonly kind: 'nothing'; readonly reason: string | null }

export type Change = Exclude<DragPlan, { kind: 'nothing' }>

const NOTHING: DragPlan = { kind: 'nothing', reason: null }

type Known = Pick<DragTable, 'hooks' | 'library'>

/** A drop at a station, between two of its hooks. */
export function planAt(known: Known, source: DragSource, slot: Slot): DragPlan {
  const reason = refusalAt(known, source, slot.point)
  if (reason !== null) return { kind: 'nothing', reason }
  const block = blockOf(known, source)
  const moving = block.map(({ id }) => id)
  const position = askingPosition(known.hooks, moving, slot)
  if (source.from === 'node' && block.length > 1) return severalAt(known, { block, from: source.point, slot, position })
  const hook = source.from === 'node' ? standingOf(known, source.attachment) : null
  const early = hook !== null && isBrought(hook) ? heldIn(known, hook, position) : tooEarlyText(known.hooks, position)
  if (early !== null) return { kind: 'nothing', reason: early }
  if (source.from === 'palette') return attached(known, source.hook, { slot, position })
  if (hook === null) return NOTHING
  if (slot.point !== source.point) return moved(hook, { from: source.point, to: slot.point, position })
  return position === known.hooks.indexOf(hook) ? NOTHING : { kind: 'reorder', attachment: hook.id, position }
}

interface Block extends Put {
  readonly block: readonly Standing[]
  readonly from: PointId
}

function severalAt({ hooks }: Known, { block, from, slot: { point }, position }: Block): DragPlan {
  const attachments = block.map(({ id }) => id)
  const others = hooks.filter(({ id }) => !attachments.includes(id))
  const early = block.map(heldText).find((held) => held !== null) ?? tooEarlyText(others, position)
  if (point === from && isSameOrder(hooks, others.toSpliced(position, 0, ...block))) return NOTHING
  if (early !== null) return { kind: 'nothing', reason: early }
  const way = point === from ? {} : { from, to: point }
  return { kind: 'several', attachments, change: { do: 'move', position, ...way } }
}

/** Dropped where it stood, it stays without a word. */
function heldIn({ hooks }: Known, hook: Standing, position: number): string | null {
  return position === hooks.indexOf(hook) ? null : heldText(hook)
}

interface Put {
  readonly slot: Slot
  readonly position: number
}

function attached(known: Known, slug: string, { slot: { point }, position }: Put): DragPlan {
  const entry = entryOf(known, slug)
  const points = entry?.together === true ? entry.points : [point]
  return { kind: 'attach', hook: slug, point, points, position }
}

interface Way {
  readonly from: PointId
  readonly to: PointId
  readonly position: number
}

function moved(hook: Standing, { from, to, position }: Way): DragPlan {
  const points = hook.points.map((point) => (point === from ? to : point))
  return { kind: 'move', attachment: hook.id, points, position, to }
}

/** A drop off the rail: a hook of the palette goes back, a node leaves its station. */
export function planOff(known: Known, source: DragSource): DragPlan {
  if (source.from === 'palette') return NOTHING
  const hook = standingOf(known, source.attachment)
  if (hook === null) return NOTHING
  const block = blockOf(known, source)
  const held = [hook, ...block].map(heldText).find((text) => text !== null) ?? null
  if (held !== null) return { kind: 'nothing', reason: held }
  if (block.length > 1)
    return {
      kind: 'several',
      attachments: block.map(({ id }) => id),
      change: { do: 'detach', from: source.point },
    }
  const together = entryOf(known, hook.hook)?.together === true
  const left = together ? [] : hook.points.filter((point) => point !== source.point)
  return { kind: 'detach', attachment: hook.id, from: source.point, left }
}

/** The hooks after a change; `made` is the new attachment of an `attach`. What the change is about may be gone by now. */
export function applyPlan(
  hooks: readonly Attachment[],
  plan: DragPlan,
  made: Attachment | null,
): readonly Attachment[] {
  switch (plan.kind) {
    case 'nothing':
      return hooks
    case 'attach':
      return made === null ? hooks : inserted(hooks, made, plan.position)
    case 'several':
      return applySeveral(hooks, plan)
    case 'detach': {
      const { attachment: id, left } = plan
      return left.length === 0
        ? hooks.filter((hook) => hook.id !== id)
        : hooks.map((hook) => (hook.id === id ? { ...hook, points: left } : hook))
    }
    case 'reorder':
    case 'move': {
      const hook = hooks.find(({ id }) => id === plan.attachment)
      if (hook === undefined) return hooks
      const after = plan.kind === 'move' ? { ...hook, points: plan.points } : hook
      return inserted(
        hooks.filter((other) => other !== hook),
        after,
        plan.position,
      )
    }
  }
}

function inserted(hooks: readonly Attachment[], hook: Attachment, position: number): readonly Attachment[] {
  return hooks.toSpliced(Math.min(position, hooks.length), 0, hook)
}
