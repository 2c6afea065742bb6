/** What somebody who drags is looking at: the station that is aimed at, its name, and the gap that a drop would fill. */
import type { PointId } from '@belay/trace'
import type { Box } from '../box'
import type { DragState } from './machine'
import { gapBox, isLastGap } from './places'
import { type DragTable, movingOf } from './table'

/** In the scene; what is among the cards scrolls with them. */
export interface Aimed {
  readonly zone: 'line' | 'cards'
  readonly box: Box
}

type Dragging = Extract<DragState, { phase: 'dragging' }>

/** The station at which room has to be made for what is dragged, or null. */
export function opensAt({ source, target, plan }: Dragging, { places }: Pick<DragTable, 'places'>): PointId | null {
  if (target.kind !== 'station' || plan.kind === 'nothing') return null
  const place = places.find(({ point }) => point === target.point)
  if (place === undefined) return null
  return isLastGap(place, target.index, movingOf(source)) ? place.point : null
}

/** `places`: as they are shown, with the room that was made. */
export function aimedAt({ source, target, plan }: Dragging, { places }: Pick<DragTable, 'places'>): readonly Aimed[] {
  if (target.kind !== 'station') return []
  const place = places.find(({ point }) => point === target.point)
  if (place === undefined) return []
  const { mark, radius, words } = place
  const station = { x: mark.x - radius, y: mark.y - radius, width: 2 * radius, height: 2 * radius }
  const line = [station, ...words].map((box) => ({ zone: 'line', box }) as const)
  const gap = plan.kind === 'nothing' ? null : gapBox(place, target.index, movingOf(source))
  return gap === null ? line : [...line, { zone: 'cards', box: gap }]
}
