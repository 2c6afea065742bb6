/** What of the rail is under a pointer, and where a hook or a station stands on the screen. */
import type { AttachmentId, PointId } from '@belay/trace'
import { type Box, contains, type Spot } from '../box'
import { CARDS_FROM_PX, clampRail, HEAD_PX, type RailCamera, sceneSpot, stageBox } from './rail-camera'
import { FOOT_PX, type RailBox, type RailScene, type RailTarget } from './scene'

/** At the bottom edge, for the sign of what is below: a card that is brought into view stands above it. */
export const MORE_PX = 22

/** In the scene, from its top: a target among the cards counts from theirs. */
export function sceneBoxOf(scene: RailScene, { zone, box }: Pick<RailTarget, 'zone' | 'box'>): Box {
  return zone === 'line' ? box : { ...box, y: box.y + scene.cardsY }
}

/** Where a target is on the stage. */
export function boxOfTarget(scene: RailScene, target: RailTarget, camera: RailCamera): Box {
  return stageBox(camera, target.zone, sceneBoxOf(scene, target))
}

export function hitRail(scene: RailScene, camera: RailCamera, at: Spot): RailTarget | null {
  if (isBehindHead(camera, at)) return null
  const spot = sceneSpot(scene, camera, at)
  const zone = spot.y < scene.cardsY - CARDS_FROM_PX ? 'line' : 'cards'
  const found = scene.targets.findLast(
    (target) => target.zone === zone && contains(sceneBoxOf(scene, target), spot.x, spot.y),
  )
  return found ?? null
}

/** At rest nothing is there; a sheet passes below it. */
export function isBehindHead({ sheet }: RailCamera, { y }: Spot): boolean {
  return sheet && y < HEAD_PX
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
  at: { readonly target: RailTarget; readonly camera: RailCamera },
): RailCamera {
  const { target, camera } = at
  const shown = boxOfTarget(scene, target, camera)
  // A station is not at its place until what is beside it can be seen.
  const room = target.zone === 'line' ? 90 : 8
  const x = nearest(camera.x, { from: shown.x - room, to: shown.x + shown.width + room, view: box.width, camera })
  if (target.zone === 'line' && !camera.sheet) return clampRail(scene, box, { ...camera, x })
  const top = camera.sheet ? HEAD_PX : scene.cardsY
  const foot = FOOT_PX + (camera.sheet ? 0 : MORE_PX)
  const y = nearest(camera.y, { from: shown.y - top, to: shown.y + shown.height + foot, view: box.height, camera })
  return clampRail(scene, box, { ...camera, x, y })
}

interface Span {
  /** On the stage. */
  readonly from: number
  readonly to: number
  readonly view: number
  readonly camera: RailCamera
}

/** Its start before its end, where both do not fit. */
function nearest(now: number, { from, to, view, camera: { scale } }: Span): number {
  return Math.min(Math.max(now, now + (to - view) / scale), now + from / scale)
}
