/** A line around something on the rail, which does not leave the part of it that it belongs to. */
import { type Box, boxOfTarget, grow, type RailTarget } from '@belay/canvas'
import type { RailScreen } from './rail-paint'
import type { Surface } from './stage'

interface Outline {
  readonly target: RailTarget
  readonly colour: string
  readonly width: number
  readonly gap: number
}

export function outline(surface: Surface, screen: RailScreen, { target, colour, width, gap }: Outline): void {
  const { context } = surface
  clipZone(surface, screen, target)
  const box = grow(boxOfTarget(screen.scene, target, screen.camera), gap)
  context.strokeStyle = colour
  context.lineWidth = width
  context.beginPath()
  context.roundRect(
    box.x,
    box.y,
    box.width,
    box.height,
    radiusOf(screen, target, box) + (target.kind === 'card' ? gap : 0),
  )
  context.stroke()
  context.restore()
}

export function radiusOf({ camera }: RailScreen, target: RailTarget, box: Box): number {
  return target.kind === 'card' || target.kind === 'set' ? 8 * camera.scale : box.height / 2
}

/** What belongs to the cards is not drawn over the line. Ends with `context.restore()`. */
export function clipZone({ context, width, height }: Surface, { scene, camera }: RailScreen, target: RailTarget): void {
  context.save()
  if (target.zone === 'line' || camera.sheet) return
  context.beginPath()
  context.rect(0, scene.cardsY - 8, width, Math.max(height - scene.cardsY + 8, 0))
  context.clip()
}
