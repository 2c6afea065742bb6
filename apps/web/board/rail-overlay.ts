/** Above the rail: what is pointed at, selected, focused, new, and the breath of where the loop is. */
import { type Box, boxOfTarget, grow, HEAD_PX, pillWidth, type RailTarget, stageBox, stopAt } from '@belay/canvas'
import { breath, ease, PULSE_MS } from './motion'
import type { Pulse } from './pulses'
import { paintDrag } from './rail-drag-paint'
import type { RailPulse, RailScreen } from './rail-paint'
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
  paintBreath(surface, screen)
  for (const pulse of screen.pulses) paintPulse(surface, screen, pulse)
  if (screen.drag !== null) {
    paintDrag(surface, screen, screen.drag)
    return
  }
  if (screen.hovered !== null) paintHover(surface, screen, screen.hovered)
  for (const target of screen.selected) outline(surface, screen, { target, colour: palette.accent, width: 2, gap: 0 })
  if (screen.focused !== null)
    outline(surface, screen, { target: screen.focused, colour: palette.focus, width: 2, gap: 3 })
}

interface Outline {
  readonly target: RailTarget
  readonly colour: string
  readonly width: number
  readonly gap: number
}

function outline(surface: Surface, screen: RailScreen, { target, colour, width, gap }: Outline): void {
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

function radiusOf({ camera }: RailScreen, target: RailTarget, box: Box): number {
  return target.kind === 'card' ? 8 * camera.scale : box.height / 2
}

/** What belongs to the cards is not drawn over the line. Ends with `context.restore()`. */
function clipZone({ context, width, height }: Surface, { scene, camera }: RailScreen, target: RailTarget): void {
  context.save()
  if (target.zone === 'line' || camera.sheet) return
  context.beginPath()
  context.rect(0, scene.cardsY - 8, width, Math.max(height - scene.cardsY + 8, 0))
  context.clip()
}

function paintHover(surface: Surface, screen: RailScreen, target: RailTarget): void {
  const { palette } = screen
  if (target.kind === 'plus') paintPlus(surface, screen, target)
  else
    outline(surface, screen, {
      target,
      colour: target.kind === 'card' ? palette.track : palette.soft,
      width: 1.5,
      gap: target.kind === 'station' ? 2 : 0,
    })
  if (target.hook !== null) paintWhose(surface, screen, target)
  const card =
    target.hook === null
      ? null
      : (screen.scene.targets.find(({ kind, hook }) => kind === 'menu' && hook === target.hook) ?? null)
  if (card !== null) paintDotsOfMenu(surface, screen, { menu: card, hovered: target.kind === 'menu' })
}

/** Cards of neighbours may have pushed it aside: a ring on its station says where it stands. */
function paintWhose(surface: Surface, screen: RailScreen, { station }: RailTarget): void {
  const whose = screen.scene.targets.find((one) => one.kind === 'station' && one.station === station)
  if (whose !== undefined) outline(surface, screen, { target: whose, colour: screen.palette.soft, width: 1.5, gap: 2 })
}

function paintPlus({ context }: Surface, { scene, camera, palette }: RailScreen, target: RailTarget): void {
  const box = boxOfTarget(scene, target, camera)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  context.fillStyle = palette.accent
  context.beginPath()
  context.arc(x, y, box.width / 2 + 0.5, 0, 2 * Math.PI)
  context.fill()
  context.strokeStyle = palette.onMark
  context.lineWidth = 1.75
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(x - 4, y)
  context.lineTo(x + 4, y)
  context.moveTo(x, y - 4)
  context.lineTo(x, y + 4)
  context.stroke()
}

/** The three dots of a card's menu: there while the card is pointed at. */
function paintDotsOfMenu(
  surface: Surface,
  screen: RailScreen,
  at: { readonly menu: RailTarget; readonly hovered: boolean },
): void {
  const { context } = surface
  clipZone(surface, screen, at.menu)
  const box = boxOfTarget(screen.scene, at.menu, screen.camera)
  // A name may reach below the dots: it fades away under them.
  const { card } = screen.palette
  const gradient = context.createLinearGradient(box.x - 14, 0, box.x + 2, 0)
  gradient.addColorStop(0, `${card}00`)
  gradient.addColorStop(1, card)
  context.fillStyle = gradient
  context.fillRect(box.x - 14, box.y + 1, box.width + 12, box.height - 2)
  context.fillStyle = at.hovered ? screen.palette.text : screen.palette.muted
  for (const step of [-4.5, 0, 4.5]) {
    context.beginPath()
    context.arc(box.x + box.width / 2 + step, box.y + box.height / 2, 1.4, 0, 2 * Math.PI)
    context.fill()
  }
  context.restore()
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
  context.globalAlpha = 0.75 * (1 - share)
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
