/** Painting the rail: the ground, the loop, its cards, and what says that there is more beyond an edge. */
import {
  type Box,
  FOOT_PX,
  type MarkSign,
  moreBelow,
  path,
  type RailModel,
  type RailScene,
  type RailScroll,
  type RailTarget,
  rect,
  text,
} from '@belay/canvas'
import type { Labels } from './labels'
import { type Brush, paintItems } from './paint'
import type { Palette } from './palette'
import type { Pulse } from './pulses'
import type { Surface } from './stage'

/** A verdict that came just now: the card it stands on, and what it said. */
export interface RailPulse {
  readonly key: string
  readonly sign: MarkSign
}

export interface RailScreen {
  readonly model: RailModel
  readonly scene: RailScene
  readonly scroll: RailScroll
  readonly palette: Palette
  readonly labels: Labels
  readonly hovered: RailTarget | null
  readonly selected: readonly RailTarget[]
  readonly focused: RailTarget | null
  readonly pulses: readonly Pulse<RailPulse>[]
  readonly timeMs: number
  readonly still: boolean
}

const DOTS_PX = 24

function brushOf(surface: Surface, screen: RailScreen): Brush {
  return { context: surface.context, palette: screen.palette, labels: screen.labels, ratio: surface.ratio }
}

export function paintRail(surface: Surface, screen: RailScreen): void {
  const brush = brushOf(surface, screen)
  paintDots(surface, screen)
  inLine(surface, screen, () => paintItems(brush, screen.scene.line))
  inCards(surface, screen, () => paintItems(brush, screen.scene.cards))
  paintEdges(surface, screen)
  paintMore(surface, brush, screen)
}

/** A column that goes on below the edge says by how many cards; no card ends at the edge without it. */
function paintMore(surface: Surface, brush: Brush, { scene, scroll, palette }: RailScreen): void {
  for (const { box, count } of moreBelow(scene, surface, scroll)) {
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

/** The ground moves with the line, so that scrolling is felt. */
function paintDots({ context, width, height }: Surface, { palette, scroll }: RailScreen): void {
  context.fillStyle = palette.dots
  for (let x = 20 - (scroll.x % DOTS_PX); x < width; x += DOTS_PX) {
    for (let y = 18; y < height; y += DOTS_PX) context.fillRect(x - 0.75, y - 0.75, 1.5, 1.5)
  }
}

function inLine({ context }: Surface, { scroll }: RailScreen, draw: () => void): void {
  context.save()
  context.translate(-scroll.x, 0)
  draw()
  context.restore()
}

function inCards({ context, width, height }: Surface, { scene, scroll }: RailScreen, draw: () => void): void {
  context.save()
  context.beginPath()
  context.rect(0, scene.cardsY - 6, width, Math.max(height - scene.cardsY + 6, 0))
  context.clip()
  context.translate(-scroll.x, scene.cardsY - scroll.y)
  draw()
  context.restore()
}

/** Where there is more beyond an edge, the edge fades and a short bar says how much. */
function paintEdges(surface: Surface, { scene, scroll, palette }: RailScreen): void {
  const { context, width, height } = surface
  const hidden = scene.width - width
  if (hidden > 0) {
    if (scroll.x > 0) fade(surface, palette, { x: 0, y: 44, width: 28, height: height - 44, from: 'left' })
    if (scroll.x < hidden)
      fade(surface, palette, { x: width - 28, y: 44, width: 28, height: height - 44, from: 'right' })
    bar(context, palette, {
      x: (scroll.x / scene.width) * width,
      y: height - 5,
      width: (width / scene.width) * width,
      height: 3,
    })
  }
  const view = height - scene.cardsY
  if (scene.cardsHeight + FOOT_PX <= view) return
  if (scroll.y > 0) fade(surface, palette, { x: 0, y: scene.cardsY - 6, width, height: 14, from: 'top' })
  const length = (view / (scene.cardsHeight + FOOT_PX)) * view
  bar(context, palette, {
    x: width - 5,
    y: scene.cardsY + (scroll.y / (scene.cardsHeight + FOOT_PX)) * view,
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
