/** Where a column of cards goes on below the edge: how many are out of sight, and where that is written. */
import type { Box } from '../box'
import { boxOfTarget, MORE_PX } from './hit'
import type { RailCamera } from './rail-camera'
import type { RailBox, RailScene, RailTarget } from './scene'

export interface MoreBelow {
  /** At the bottom edge, as wide as the column. */
  readonly box: Box
  /** Cards of which something is out of sight or under this sign. */
  readonly count: number
}

/** Of a rail at rest: zoomed it is a sheet, and what is beyond its edge is found by moving it. */
export function moreBelow(scene: RailScene, box: RailBox, camera: RailCamera): readonly MoreBelow[] {
  if (camera.sheet) return []
  const columns = new Map<RailTarget['station'], Box[]>()
  for (const target of scene.targets) {
    if (target.kind !== 'card') continue
    const cards = columns.get(target.station) ?? []
    cards.push(boxOfTarget(scene, target, camera))
    columns.set(target.station, cards)
  }
  return [...columns.values()].flatMap((cards) => {
    const [first] = cards
    const beyond = (edge: number) => cards.filter(({ y, height }) => y + height > edge).length
    if (first === undefined || beyond(box.height) === 0) return []
    const y = Math.max(box.height - MORE_PX, scene.cardsY)
    const place = { x: first.x, y, width: first.width, height: box.height - y }
    return [{ box: place, count: beyond(y) }]
  })
}
