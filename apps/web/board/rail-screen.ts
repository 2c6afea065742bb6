/** All that is to be seen of the rail in one frame, out of the parts that know it. */
import type { RailCamera, RailTarget } from '@belay/canvas'
import type { BoardCanvas } from './board-canvas'
import type { RailProps } from './board-props'
import { prefersStillness } from './motion'
import { PALETTES } from './palette'
import { pickedTargets } from './rail-actions'
import type { RailHands } from './rail-hands'
import type { RailScreen } from './rail-paint'
import type { RailPicture } from './rail-picture'
import type { RailPointer } from './rail-pointer'
import type { RailPulses } from './rail-pulses'
import type { RailTable } from './rail-table'
import type { RailWay } from './rail-way'

export interface ScreenParts {
  readonly canvas: BoardCanvas
  readonly picture: RailPicture
  readonly camera: RailCamera
  readonly props: RailProps | null
  readonly pointer: RailPointer
  readonly pulses: RailPulses
  readonly hands: RailHands
  readonly table: RailTable
  readonly way: RailWay
  readonly selected: readonly RailTarget[]
  readonly focused: RailTarget | null
}

export function railScreen(parts: ScreenParts): RailScreen {
  const { canvas, picture, camera, props, pointer, pulses, hands, way, selected, focused } = parts
  const { model, scene } = picture
  return {
    ...{ model, scene, camera, selected, focused },
    palette: PALETTES[props?.theme ?? 'dark'],
    labels: canvas.labels,
    hovered: pointer.hovered,
    picked: pickedTargets(scene.targets, props?.picked ?? []),
    way: way.on(scene),
    pulses: pulses.all,
    drag: dragOf(parts),
    marquee: hands.marquee.box,
    timeMs: performance.now(),
    still: prefersStillness(),
  }
}

function dragOf({ hands, table }: ScreenParts): RailScreen['drag'] {
  const { dragging } = hands.drag
  return dragging === null ? null : { dragging, table: { ...table.now, places: table.shownPlaces } }
}
