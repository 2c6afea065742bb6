/** Above the rail: what is pointed at, selected, focused, new, and the breath of where the loop is. */
import {
  type Box,
  boxOfTarget,
  type ChainScene,
  grow,
  HEAD_PX,
  pillWidth,
  type RailTarget,
  stageBox,
  stopAt,
} from '@belay/canvas'
import { breath, ease, PULSE_MS } from './motion'
import { paintItems } from './paint'
import type { Pulse } from './pulses'
import { paintDrag } from './rail-drag-paint'
import { paintHover } from './rail-hover-paint'
import { clipZone, outline, radiusOf } from './rail-outline'
import { brushOf, inCards, inLine, type RailPulse, type RailScreen } from './rail-paint'
import type { Surface } from './stage'

export function paintRailOverlay(surface: Surface, screen: RailScreen): void {
  paintAbove(surface, screen)
  if (screen.camera.sheet) paintBehindHead(surface, screen)
}

/** How far below the head a sheet comes out from behind it. */
const EMERGES_PX = 14

/** The head stands on the ground, whatever a sheet has below it. */
function paintBehindHead({ context, width }: Surface, { palette: { ground } }: RailScreen): void {
  const gradient = context.createLinearGradient(0, HEAD_PX, 0, HEAD_PX + EMERGES_PX)
  gradient.addColorStop(0, ground)
  gradient.addColorStop(1, `${ground}00`)
  context.fillStyle = gradient
  context.fillRect(0, 0, width, HEAD_PX + EMERGES_PX)
}

function paintAbove(surface: Surface, screen: RailScreen): void {
  const { palette } = screen
  if (screen.drag === null) {
    const { accent } = palette
    // Its ring below the numbers of a way, its ground above the words.
    for (const target of screen.picked) outline(surface, screen, { target, colour: accent, width: 2, gap: 0 })
    if (screen.way !== null) paintWay(surface, screen, screen.way)
    for (const target of screen.picked) paintPicked(surface, screen, target)
  }
  paintBreath(surface, screen)
  for (const pulse of screen.pulses) paintPulse(surface, screen, pulse)
  if (screen.drag !== null) {
    paintDrag(surface, screen, screen.drag)
    return
  }
  if (screen.hovered !== null) paintHover(surface, screen, screen.hovered)
  for (const target of screen.selected) outline(surface, screen, { target, colour: palette.accent, width: 2, gap: 0 })
  if (screen.marquee !== null) paintMarquee(surface, screen, screen.marquee)
  if (screen.focused !== null)
    outline(surface, screen, { target: screen.focused, colour: palette.focus, width: 2, gap: 3 })
}

function paintWay(surface: Surface, screen: RailScreen, way: ChainScene): void {
  const brush = brushOf(surface, screen)
  inLine(surface, screen, () => paintItems(brush, way.line))
  inCards(surface, screen, () => paintItems(brush, way.cards))
}

/** The ground of a card that is one of several; it is ringed too, so that not only its colour says so. */
function paintPicked(surface: Surface, screen: RailScreen, target: RailTarget): void {
  const { context } = surface
  clipZone(surface, screen, target)
  const box = boxOfTarget(screen.scene, target, screen.camera)
  context.fillStyle = screen.palette.accent
  context.globalAlpha = 0.14
  context.beginPath()
  context.roundRect(box.x, box.y, box.width, box.height, radiusOf(screen, target, box))
  context.fill()
  context.restore()
}

function paintMarquee({ context }: Surface, { palette }: RailScreen, { x, y, width, height }: Box): void {
  context.fillStyle = palette.accent
  context.globalAlpha = 0.12
  context.fillRect(x, y, width, height)
  context.globalAlpha = 1
  context.strokeStyle = palette.accent
  context.lineWidth = 1
  context.strokeRect(x + 0.5, y + 0.5, width, height)
}

/** The stop where the loop is glows and breathes; for those who asked for stillness it only glows. */
function paintBreath({ context }: Surface, screen: RailScreen): void {
  const { place, stations } = screen.model
  if (place === null || !place.live) return
  const { x, y, radius } = stopAt(screen.scene.track, place.stop)
  const middle = stageBox(screen.camera, 'line', { x, y, width: 0, height: 0 })
  const sign = stations.find(({ point }) => point === place.stop)?.sign
  const colour = sign == null || sign.mark === 'pass' ? screen.palette.accent : screen.palette[sign.mark]
  const share = screen.still ? 0.4 : breath(screen.timeMs)
  const pill = place.stop === 'model' || place.stop === 'tool'
  const size = pill ? [pillWidth(screen.scene.track) + 8, 38] : [2 * radius + 8, 2 * radius + 8]
  const [width = 0, height = 0] = size.map((side) => side * screen.camera.scale)
  const grown = 1 + 3 * share
  context.globalAlpha = 0.34 - 0.22 * share
  context.strokeStyle = colour
  context.lineWidth = 3
  context.beginPath()
  const left = middle.x - width / 2 - grown
  context.roundRect(left, middle.y - height / 2 - grown, width + 2 * grown, height + 2 * grown, height / 2 + grown)
  context.stroke()
  context.globalAlpha = 1
}

function paintPulse(surface: Surface, screen: RailScreen, pulse: Pulse<RailPulse>): void {
  const share = (screen.timeMs - pulse.sinceMs) / PULSE_MS
  const target = screen.scene.targets.find((one) => keyOf(one) === pulse.of.key)
  if (target === undefined || share < 0 || share >= 1) return
  const { context } = surface
  clipZone(surface, screen, target)
  const box = grow(boxOfTarget(screen.scene, target, screen.camera), 1 + 7 * ease(share))
  // That nothing was said against it is no news.
  context.globalAlpha = (pulse.of.sign.mark === 'pass' ? 0.35 : 0.75) * (1 - share)
  context.strokeStyle = screen.palette[pulse.of.sign.mark]
  context.lineWidth = 2
  context.beginPath()
  context.roundRect(
    box.x,
    box.y,
    box.width,
    box.height,
    radiusOf(screen, target, box) + (target.kind === 'card' ? 7 * ease(share) : 0),
  )
  context.stroke()
  context.restore()
  context.globalAlpha = 1
}

/** Cards and stations by what they stand for; nothing else pulses. */
export function keyOf(target: RailTarget): string | null {
  if (target.kind === 'card') return target.hook?.key ?? null
  return target.kind === 'station' ? target.station.point : null
}
