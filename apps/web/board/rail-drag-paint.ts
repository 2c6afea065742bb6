/** Above the rail while something is dragged: which stations take it, which do not, and where it would go. */
import {
  type Box,
  type DragTable,
  type DropPlace,
  gapBox,
  movingOf,
  type RailTarget,
  refusalAt,
  sceneBoxOf,
  stageBox,
} from '@belay/canvas'
import type { Dragging } from './rail-drag'
import type { RailScreen } from './rail-paint'
import type { Surface } from './stage'

export interface DragPicture {
  readonly dragging: Dragging
  /** With the places as they are shown. */
  readonly table: DragTable
}

export function paintDrag(surface: Surface, screen: RailScreen, { dragging, table }: DragPicture): void {
  const target = dragging.target.kind === 'station' ? dragging.target : null
  for (const place of table.places) {
    const takes = refusalAt(table, dragging.source, place.point) === null
    if (!takes) dim(surface, screen, place)
    else light(surface, screen, { place, aimed: target?.point === place.point })
  }
  paintLifted(surface, screen, dragging)
  const place = table.places.find(({ point }) => point === target?.point)
  if (target === null || place === undefined) return
  if (target.refusal !== null) cross(surface, screen, place)
  else if (dragging.plan.kind !== 'nothing') paintGap(surface, screen, { place, index: target.index, dragging })
}

/** What does not take it stands back. */
function dim({ context }: Surface, screen: RailScreen, place: DropPlace): void {
  context.globalAlpha = 0.62
  context.fillStyle = screen.palette.ground
  const { x, y } = at(screen, place)
  const radius = (place.radius + 2.5) * screen.camera.scale
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
  for (const box of place.words) {
    const words = stageBox(screen.camera, 'line', box)
    context.fillRect(words.x, words.y, words.width, words.height)
  }
  clipped({ context }, screen, () => {
    for (const { box } of place.cards) {
      const shown = stageBox(screen.camera, 'cards', box)
      context.fillRect(shown.x - 1, shown.y - 1, shown.width + 2, shown.height + 2)
    }
  })
  context.globalAlpha = 1
}

function light(
  { context }: Surface,
  screen: RailScreen,
  { place, aimed }: { readonly place: DropPlace; readonly aimed: boolean },
): void {
  const { x, y } = at(screen, place)
  const radius = (place.radius + (aimed ? 6 : 4)) * screen.camera.scale
  context.strokeStyle = screen.palette.accent
  context.fillStyle = screen.palette.accent
  context.globalAlpha = aimed ? 0.28 : 0.14
  context.beginPath()
  context.arc(x, y, radius + 3, 0, 2 * Math.PI)
  context.fill()
  context.globalAlpha = 1
  context.lineWidth = aimed ? 3 : 2
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.stroke()
}

/** Where the nodes came from, until they are somewhere else. */
function paintLifted(surface: Surface, screen: RailScreen, { source }: Dragging): void {
  if (source.from !== 'node') return
  const moving = new Set<string | null>(movingOf(source))
  for (const card of screen.scene.targets) {
    const isOf = card.kind === 'card' && card.station.point === source.point
    if (isOf && moving.has(card.hook?.attachment ?? null)) paintLiftedCard(surface, screen, card)
  }
}

function paintLiftedCard(surface: Surface, screen: RailScreen, card: RailTarget): void {
  const { context } = surface
  clipped(surface, screen, () => {
    const box = stageBox(screen.camera, 'cards', sceneBoxOf(screen.scene, card))
    context.fillStyle = screen.palette.ground
    context.globalAlpha = 0.72
    context.fillRect(box.x - 1, box.y - 1, box.width + 2, box.height + 2)
    context.globalAlpha = 1
    outlined(surface, { box, colour: screen.palette.track, radius: 8 * screen.camera.scale })
  })
}

interface Gap {
  readonly place: DropPlace
  readonly index: number
  readonly dragging: Dragging
}

function paintGap(surface: Surface, screen: RailScreen, { place, index, dragging: { source } }: Gap): void {
  const { context } = surface
  const { palette, camera } = screen
  const gap = gapBox(place, index, movingOf(source))
  if (gap === null) return
  const box = stageBox(camera, 'cards', gap)
  clipped(surface, screen, () => {
    if (gap.height > 0) return paintRoom(surface, screen, box)
    context.strokeStyle = palette.accent
    context.fillStyle = palette.accent
    context.lineWidth = 3
    context.lineCap = 'round'
    context.beginPath()
    // Its dot is beside the cards: between them there is no more room than for the line.
    context.moveTo(box.x + 1, box.y)
    context.lineTo(box.x + box.width - 2, box.y)
    context.stroke()
    context.beginPath()
    context.arc(box.x - 3, box.y, 3, 0, 2 * Math.PI)
    context.fill()
  })
}

/** As large as a card: "drop here". */
function paintRoom(surface: Surface, { palette, camera, labels }: RailScreen, box: Box): void {
  const { context } = surface
  context.fillStyle = palette.ground
  context.globalAlpha = 0.9
  context.beginPath()
  context.roundRect(box.x, box.y, box.width, box.height, 8 * camera.scale)
  context.fill()
  context.globalAlpha = 1
  outlined(surface, { box, colour: palette.accent, radius: 8 * camera.scale })
  context.font = `600 ${Math.max(11 * camera.scale, 9)}px ${labels.family}`
  context.fillStyle = palette.accent
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText('drop here', box.x + box.width / 2, box.y + box.height / 2 + 0.5)
}

/** A bar through a circle: not here, and not only by its colour. */
function cross({ context }: Surface, screen: RailScreen, place: DropPlace): void {
  const { x, y } = at(screen, place)
  const radius = (place.radius + 5) * screen.camera.scale
  context.strokeStyle = screen.palette.failed
  context.lineWidth = 2
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.moveTo(x - radius * 0.7, y + radius * 0.7)
  context.lineTo(x + radius * 0.7, y - radius * 0.7)
  context.stroke()
}

function outlined(
  { context }: Surface,
  { box, colour, radius }: { readonly box: Box; readonly colour: string; readonly radius: number },
): void {
  context.strokeStyle = colour
  context.lineWidth = 1.5
  context.setLineDash([5, 4])
  context.beginPath()
  context.roundRect(box.x, box.y, box.width, box.height, radius)
  context.stroke()
  context.setLineDash([])
}

function at({ camera }: RailScreen, { mark }: DropPlace): { readonly x: number; readonly y: number } {
  return stageBox(camera, 'line', { ...mark, width: 0, height: 0 })
}

/** What belongs to the cards is not drawn over the line, while that keeps its place. */
function clipped({ context }: Pick<Surface, 'context'>, { scene, camera }: RailScreen, draw: () => void): void {
  context.save()
  if (!camera.sheet) {
    context.beginPath()
    context.rect(0, scene.cardsY - 8, 100_000, 100_000)
    context.clip()
  }
  draw()
  context.restore()
}
