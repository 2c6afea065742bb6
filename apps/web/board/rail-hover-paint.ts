/** What shows of the rail only where it is pointed at. */
import { boxOfTarget, pointedItems, type RailTarget } from '@belay/canvas'
import { paintItems } from './paint'
import { clipZone, outline } from './rail-outline'
import { brushOf, inCards, type RailScreen } from './rail-paint'
import type { Surface } from './stage'

export function paintHover(surface: Surface, screen: RailScreen, target: RailTarget): void {
  const { palette } = screen
  if (target.kind === 'plus') paintPlus(surface, screen, target)
  else
    outline(surface, screen, {
      target,
      colour: target.kind === 'card' ? palette.track : palette.soft,
      width: 1.5,
      gap: target.kind === 'station' ? 2 : 0,
    })
  if (target.hook !== null && target.kind !== 'set') paintPointed(surface, screen, target)
}

/** What shows of a card only while it is pointed at: whose it is, its switch, the dots of its menu. */
function paintPointed(surface: Surface, screen: RailScreen, target: RailTarget): void {
  const of = (wanted: RailTarget['kind']) =>
    screen.scene.targets.find(({ kind, hook }) => kind === wanted && hook === target.hook) ?? null
  paintWhose(surface, screen, target)
  const [card, menu] = [of('card'), of('menu')]
  if (card !== null && target.hook !== null) {
    const items = pointedItems(target.hook, card.box)
    inCards(surface, screen, () => paintItems(brushOf(surface, screen), items))
  }
  if (menu !== null) paintDotsOfMenu(surface, screen, { menu, hovered: target.kind === 'menu' })
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
