/** What of the rail is under a pointer, and where a hook or a station stands on the screen. */
import type { AttachmentId, PointId } from '@belay/trace'
import { type Box, clamp, contains } from '../box'
import { FOOT_PX, type RailBox, type RailScene, type RailTarget } from './scene'

/** How far the rail is scrolled: sideways all of it, down only the cards. */
export interface RailScroll {
  readonly x: number
  readonly y: number
}

/** At the bottom edge, for the sign of what is below: a card that is brought into view stands above it. */
export const MORE_PX = 22

export function clampScroll(scene: RailScene, box: RailBox, scroll: RailScroll): RailScroll {
  return {
    x: clamp(scroll.x, 0, Math.max(0, scene.width - box.width)),
    y: clamp(scroll.y, 0, Math.max(0, scene.cardsY + scene.cardsHeight + FOOT_PX - box.height)),
  }
}

/** Where a target is on the screen. */
export function boxOfTarget(scene: RailScene, target: RailTarget, scroll: RailScroll): Box {
  const y = target.zone === 'line' ? target.box.y : target.box.y + scene.cardsY - scroll.y
  return { ...target.box, x: target.box.x - scroll.x, y }
}

export function hitRail(
  scene: RailScene,
  scroll: RailScroll,
  at: { readonly x: number; readonly y: number },
): RailTarget | null {
  const zone = at.y < scene.cardsY - 2 ? 'line' : 'cards'
  const found = scene.targets.findLast(
    (target) => target.zone === zone && contains(boxOfTarget(scene, target, scroll), at.x, at.y),
  )
  return found ?? null
}

export function targetOf(
  scene: RailScene,
  wanted: { readonly point: PointId } | { readonly attachment: AttachmentId },
): RailTarget | null {
  const holds = (target: RailTarget) =>
    'point' in wanted
      ? target.kind === 'station' && target.station.point === wanted.point
      : target.kind === 'card' && target.hook?.attachment === wanted.attachment
  return scene.targets.find(holds) ?? null
}

/** Scrolls no further than needed to have a target in view. */
export function revealTarget(
  scene: RailScene,
  box: RailBox,
  at: { readonly target: RailTarget; readonly scroll: RailScroll },
): RailScroll {
  const shown = boxOfTarget(scene, at.target, at.scroll)
  // A station is not at its place until what is beside it can be seen.
  const room = at.target.zone === 'line' ? 90 : 8
  const x = Math.min(
    Math.max(at.scroll.x, at.scroll.x + shown.x + shown.width + room - box.width),
    at.scroll.x + shown.x - room,
  )
  if (at.target.zone === 'line') return clampScroll(scene, box, { ...at.scroll, x })
  const bottom = at.scroll.y + shown.y + shown.height + FOOT_PX + MORE_PX - box.height
  const y = Math.min(Math.max(at.scroll.y, bottom), at.scroll.y + shown.y - scene.cardsY)
  return clampScroll(scene, box, { x, y })
}
