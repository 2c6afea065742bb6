/** What somebody who drags is looking at: the station that is aimed at, its name, and the gap that a drop would fill. */
import type { Box } from '../box'
import type { DragState } from './machine'
import { gapBox } from './places'
import type { DragTable } from './table'

/** In the scene; what is among the cards scrolls with them. */
export interface Aimed {
  readonly zone: 'line' | 'cards'
  readonly box: Box
}

export function aimedAt(
  { source, target, plan }: Extract<DragState, { phase: 'dragging' }>,
  { places }: Pick<DragTable, 'places'>,
): readonly Aimed[] {
  if (target.kind !== 'station') return []
  const place = places.find(({ point }) => point === target.point)
  if (place === undefined) return []
  const { mark, radius, words } = place
  const station = { x: mark.x - radius, y: mark.y - radius, width: 2 * radius, height: 2 * radius }
  const line = [station, ...words].map((box) => ({ zone: 'line', box }) as const)
  if (plan.kind === 'nothing') return line
  return [
    ...line,
    { zone: 'cards', box: gapBox(place, target.index, source.from === 'node' ? source.attachment : null) },
  ]
}
