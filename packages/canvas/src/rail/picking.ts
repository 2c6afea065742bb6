/** Picking several hooks on the rail, by a press on one more or by a box around them. */
import type { AttachmentId } from '@belay/trace'
import { type Box, overlaps } from '../box'
import { boxOfTarget } from './hit'
import type { RailCamera } from './rail-camera'
import type { RailScene } from './scene'

/** One more, or one less. */
export function togglePick(picked: readonly AttachmentId[], id: AttachmentId): readonly AttachmentId[] {
  return picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id]
}

/** The same, each once, in the order in which they came. */
export function addPicks(picked: readonly AttachmentId[], more: readonly AttachmentId[]): readonly AttachmentId[] {
  return [...new Set([...picked, ...more])]
}

/** The hooks whose cards a box of the stage touches. What is scrolled out of sight behind the line is not touched. */
export function hooksInBox(scene: RailScene, camera: RailCamera, box: Box): readonly AttachmentId[] {
  const top = camera.sheet ? Number.NEGATIVE_INFINITY : scene.cardsY
  const found = scene.targets.flatMap((target) => {
    const id = target.kind === 'card' ? (target.hook?.attachment ?? null) : null
    if (id === null) return []
    const card = boxOfTarget(scene, target, camera)
    return card.y + card.height > top && overlaps(card, box) ? [id] : []
  })
  return [...new Set(found)]
}

/** Between two corners, whichever way the pointer went. */
export function boxBetween(
  a: { readonly x: number; readonly y: number },
  b: { readonly x: number; readonly y: number },
): Box {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}
