/** Painting the rail: the ground, the loop, its cards, and what says that there is more beyond an edge. */
import {
  type Box,
  type ChainScene,
  FOOT_PX,
  type MarkSign,
  moreBelow,
  path,
  type RailCamera,
  type RailModel,
  type RailScene,
  type RailTarget,
  rect,
  text,
} from '@belay/canvas'
import type { Labels } from './labels'
import { type Brush, paintItems } from './paint'
import type { Palette } from './palette'
import type { Pulse } from './pulses'
import type { DragPicture } from './rail-drag-paint'
import type { Surface } from './stage'

/** A verdict that came just now: the card it stands on, and what it said. */
export interface RailPulse {
  readonly key: string
  readonly sign: MarkSign
}

export interface RailScreen {
  readonly model: RailModel
  readonly scene: RailScene
  readonly camera: RailCamera
  readonly palette: Palette
  readonly labels: Labels
  readonly hovered: RailTarget | null
  readonly selected: readonly RailTarget[]
  readonly picked: readonly RailTarget[]
  readonly focused: RailTarget | null
  /** The way of the call that is selected. */
  readonly way: ChainScene | null
  /** The box that is drawn around hooks, in stage pixels. */
  readonly marquee: Box | null
  readonly pulses: readonly Pulse<RailPulse>[]
  readonly drag: DragPicture | null
  readonly timeMs: number
  readonly still: boolean
}

const DOTS_PX = 24
const LEAST_DOTS_PX = 16

export function brushOf(surface: Surface, screen: RailScreen): Brush {
  return {
    context: surface.context,
    palette: screen.palette,
    labels: screen.labels,
    ratio: surface.ratio * screen.camera.scale,
  }
}

export function paintRail(surface: Surface, screen: RailScreen): void {
  const brush = brushOf(surface, screen)
  paintDots(surface, screen)
  inLine(surface, screen, () => paintItems(brush, screen.scene.line))
  inCards(surface, screen, () => paintItems(brush, screen.scene.cards))
  if (screen.camera.sheet) return
  paintEdges(surface, screen)
  paintMore(surface, brush, screen)
}

/** A column that goes on below the edge says by how many cards; no card ends at the edge without it. */
function paintMore(surface: Surface, brush: Brush, { scene, camera, palette }: RailScreen): void {
  for (const { box, count } of moreBelow(scene, surface, camera)) {
    const { x, y, width, height } = box
    fade(surface, palette, { x: x - 1, y: y - 16, width: width + 2, height: 16, from: 'bottom' })
    const [middle, row] = [x + width / 2, y + height / 2 - 1]
    const words = `+${count} more`
    paintItems(brush, [
      rect({ x: x - 1, y, width: width + 2, height, fill: 'ground' }),
      rect({ x, y: row - 8.5, width, height: 17, radius: 8.5, fill: 'raised', stroke: 'track' }),
      text({
        x: middle - 5,
        y: row + 0.5,
        text: words,
        maxWidth: width,
        font: 'small',
        colour: 'text',
        align: 'center',
      }),
      path({ d: `M${middle + 25} ${row - 1.5}l3 3l3 -3`, stroke: 'text', lineWidth: 1.5 }),
    ])
  }
}

/** The ground moves with the line, so that scrolling is felt. Far out it has fewer dots, not closer ones. */
function paintDots({ context, width, height }: Surface, { palette, camera }: RailScreen): void {
  let pitch = DOTS_PX * camera.scale
  while (pitch < LEAST_DOTS_PX) pitch *= 2
  const from = (at: number, first: number) => (((first - at * camera.scale) % pitch) + pitch) % pitch
  context.fillStyle = palette.dots
  for (let x = from(camera.x, 20); x < width; x += pitch) {
    for (let y = from(camera.sheet ? camera.y : 0, 18); y < height; y += pitch)
      context.fillRect(x - 0.75, y - 0.75, 1.5, 1.5)
  }
}

export function inLine({ context }: Surface, { camera }: RailScreen, draw: () => void): void {
  context.save()
  context.scale(camera.scale, camera.scale)
  context.translate(-camera.x, camera.sheet ? -camera.y : 0)
  draw()
  context.restore()
}

export function inCards({ context, width, height }: Surface, { scene, camera }: RailScreen, draw: () => void): void {
  context.save()
  if (!camera.sheet) {
    context.beginPath()
    context.rect(0, scene.cardsY - 6, width, Math.max(height - scene.cardsY + 6, 0))
    context.clip()
  }
  context.scale(camera.scale, camera.scale)
  context.translate(-camera.x, scene.cardsY - camera.y)
  draw()
  context.restore()
}

/** Where there is more beyond an edge, the edge fades and a short bar says how much. */
function paintEdges(surface: Surface, { scene, camera, palette }: RailScreen): void {
  const { context, width, height } = surface
  const hidden = scene.width - width
  if (hidden > 0) {
    if (camera.x > 0) fade(surface, palette, { x: 0, y: 44, width: 28, height: height - 44, from: 'left' })
    if (camera.x < hidden)
      fade(surface, palette, { x: width - 28, y: 44, width: 28, height: height - 44, from: 'right' })
    bar(context, palette, {
      x: (camera.x / scene.width) * width,
      y: height - 5,
      width: (width / scene.width) * width,
      height: 3,
    })
  }
  const view = height - scene.cardsY
  if (scene.cardsHeight + FOOT_PX <= view) return
  if (camera.y > 0) fade(surface, palette, { x: 0, y: scene.cardsY - 6, width, height: 14, from: 'top' })
  const length = (view / (scene.cardsHeight + FOOT_PX)) * view
  bar(context, palette, {
    x: width - 5,
    y: scene.cardsY + (camera.y / (scene.cardsHeight + FOOT_PX)) * view,
    width: 3,
    height: length,
  })
}

function bar(context: CanvasRenderingContext2D, palette: Palette, box: Box): void {
  context.fillStyle = palette.track
  context.globalAlpha = 0.8
  context.beginPath()
  context.roundRect(box.x, box.y, box.width, box.height, 1.5)
  context.fill()
  context.globalAlpha = 1
}

function fade(
  { context }: Surface,
  palette: Palette,
  at: Box & { readonly from: 'left' | 'right' | 'top' | 'bottom' },
): void {
  const { x, y, width, height, from } = at
  const ends = {
    left: [x, y, x + width, y],
    right: [x + width, y, x, y],
    top: [x, y, x, y + height],
    bottom: [x, y + height, x, y],
  } as const
  const gradient = context.createLinearGradient(...ends[from])
  gradient.addColorStop(0, palette.ground)
  gradient.addColorStop(1, `${palette.ground}00`)
  context.fillStyle = gradient
  context.fillRect(x, y, width, height)
}
