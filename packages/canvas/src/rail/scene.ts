/**
 * The rail as draw items and as places to point at. The line keeps its place; the cards of a column that is taller than the
 * box get lower, and where the lowest do not fit either the cards scroll; everything scrolls sideways when the columns need more than
 * its width.
 */
import type { PointId } from '@belay/trace'
import { type Box, clamp } from '../box'
import { circle, type DrawItem, path } from '../draw'
import { cardOf, TWO_ROWS_PX } from './card'
import { type Column, layRail } from './layout'
import { lineScene } from './line-scene'
import type { RailHook, RailModel, RailStation } from './model'
import { OPENING_PX, withOpening } from './opening'
import { PLUS, stopAt, type Track } from './track'

export interface RailBox {
  readonly width: number
  readonly height: number
}

export interface RailTarget {
  readonly kind: 'station' | 'plus' | 'card' | 'switch' | 'menu'
  /** In the zone `cards` vertical places count from the top of the cards. */
  readonly zone: 'line' | 'cards'
  readonly box: Box
  readonly station: RailStation
  readonly hook: RailHook | null
}

export interface RailScene {
  /** At least the box's width. */
  readonly width: number
  readonly track: Track
  readonly line: readonly DrawItem[]
  /** Begin at `cardsY`; may be higher than what is left of the box. */
  readonly cards: readonly DrawItem[]
  readonly cardsY: number
  readonly cardsHeight: number
  /** The topmost last. */
  readonly targets: readonly RailTarget[]
  /** The room that was made for what is dragged, among the cards. */
  readonly opening: { readonly point: PointId; readonly box: Box } | null
}

/** Room kept below the last card. */
export const FOOT_PX = 6

/** `opening`: the station at which room is made for one more. */
export function railScene(model: RailModel, box: RailBox, opening: PointId | null = null): RailScene {
  const layout = layRail(
    model.stations.filter(({ hooks }) => hooks.length > 0),
    box,
  )
  const { width, track } = layout
  const opened = model.stations.find(({ point }) => point === opening)
  const columns = opened === undefined ? layout.columns : withOpening(layout, opened)
  const room = box.height - track.cardsY - FOOT_PX
  const cards = columns.map((column) => columnScene(column, { track, room, opens: column.station === opened }))
  return {
    width,
    track,
    line: [
      ...lineScene(model, track),
      ...model.stations.flatMap((station) => plusItems(station, track)),
      ...columns.map((column) => connector(column, track)),
    ],
    cards: cards.flatMap(({ items }) => items),
    cardsY: track.cardsY,
    cardsHeight: Math.max(0, ...cards.map(({ height }) => height)),
    targets: [
      ...model.stations.flatMap((station) => stationTargets(station, track)),
      ...cards.flatMap(({ targets }) => targets),
    ],
    opening: openingOf(cards, opened),
  }
}

function openingOf(cards: readonly ColumnScene[], opened: RailStation | undefined): RailScene['opening'] {
  const box = cards.find(({ opening }) => opening !== null)?.opening ?? null
  return box === null || opened === undefined ? null : { point: opened.point, box }
}

/** From a card's corners to the nearest place where its connector can end. */
const CORNER_PX = 14

type CardSize = Track['card']

/** Of one row: the lowest that can be hit, and the highest that looks like a row. */
const LOW_CARD = { least: 25, most: 30, gap: 4 } as const

interface CardSizes {
  readonly standing: CardSize
  /** Of hooks that spoke and are attached no more: they take no room from those that are. */
  readonly gone: CardSize
}

/** `more`: for how many that are not there yet. */
function cardSizes({ hooks }: RailStation, { card }: Track, { room, more }: { room: number; more: number }): CardSizes {
  const standing = hooks.filter(({ attachment }) => attachment !== null).length
  const all = cardSize(hooks.length + more, card, room)
  if (standing === 0 || all.height === card.height) return { standing: all, gone: all }
  const size = cardSize(standing + more, card, room)
  return { standing: size, gone: { height: LOW_CARD.least, gap: size.gap } }
}

/** As high as there is room for: with two rows if that can be, else with one. */
function cardSize(count: number, { height, gap }: CardSize, room: number): CardSize {
  const fit = (between: number) => Math.floor((room + between) / count) - between
  if (fit(gap) >= TWO_ROWS_PX) return { height: Math.min(fit(gap), height), gap }
  return { height: clamp(fit(LOW_CARD.gap), LOW_CARD.least, LOW_CARD.most), gap: LOW_CARD.gap }
}

interface ColumnRoom {
  readonly track: Track
  /** Below the line. */
  readonly room: number
  readonly opens: boolean
}

interface ColumnScene extends Pick<RailScene, 'targets'> {
  readonly items: readonly DrawItem[]
  readonly height: number
  /** Behind the last card. */
  readonly opening: Box | null
}

/** Cards get lower for what opens behind them only where it would not fit. */
function columnScene(column: Column, { track, room: all, opens }: ColumnRoom): ColumnScene {
  const room = all - column.down
  const sizes = cardSizes(column.station, track, { room, more: 0 })
  const scene = cardsScene(column, sizes)
  if (!opens) return scene
  const open = opened(column, { scene, sizes, room })
  if (open.height <= all || column.station.hooks.length === 0) return open
  const lower = cardSizes(column.station, track, { room, more: 1 })
  return opened(column, { scene: cardsScene(column, lower), sizes: lower, room })
}

interface Opened {
  readonly scene: ColumnScene
  readonly sizes: CardSizes
  readonly room: number
}

function opened({ x, width, low }: Column, { scene, sizes, room }: Opened): ColumnScene {
  const y = scene.height === 0 ? 0 : scene.height + sizes.standing.gap
  const height = low === true ? OPENING_PX.least : clamp(room - y, OPENING_PX.least, OPENING_PX.most)
  return { ...scene, height: y + height, opening: { x, y, width, height } }
}

function cardsScene({ station, stop, x, width, down }: Column, sizes: CardSizes): ColumnScene {
  const items: DrawItem[] = []
  const targets: RailTarget[] = []
  const spine = clamp(stop.x, x + CORNER_PX, x + width - CORNER_PX)
  let y = down
  for (const [at, hook] of station.hooks.entries()) {
    const { height, gap } = hook.attachment === null ? sizes.gone : sizes.standing
    const beside = hook.group !== null && hook.group === station.hooks[at - 1]?.group
    if (at > 0 && !beside) items.push(path({ d: `M${spine} ${y}v${gap}`, stroke: 'track', lineWidth: 1.5, alpha: 0.8 }))
    const box = { x, y: at > 0 ? y + gap : y, width, height }
    y = box.y + height
    const parts = cardOf(hook, box)
    items.push(...parts.items)
    if (beside) items.push(besideItem(box, gap))
    const target = { zone: 'cards', station, hook } as const
    targets.push({ ...target, kind: 'card', box })
    if (parts.switch !== null) targets.push({ ...target, kind: 'switch', box: around(parts.switch, 5) })
    if (parts.menu !== null) targets.push({ ...target, kind: 'menu', box: parts.menu })
  }
  return { items, targets, height: y, opening: null }
}

/** Side by side: a bracket holds a card to the one above it, where others of a column hang on a string. */
function besideItem({ x, y, height }: Box, gap: number): DrawItem {
  const reach = Math.min(height, 24) / 2
  const d = `M${x - 1} ${y - gap - reach}h-3v${2 * reach + gap}h3`
  return path({ d, stroke: 'soft', lineWidth: 1.5, alpha: 0.9 })
}

function around(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by }
}

/** From the station's plus, or from a siding down behind the line, to the top of its column. */
function connector({ stop, x, width, down }: Column, track: Track): DrawItem {
  const spine = clamp(stop.x, x + CORNER_PX, x + width - CORNER_PX)
  const top = stop.from === null ? track.plusY + PLUS.radius : stop.y + stop.radius
  const bend = track.plusY + 1
  const straight = top < bend ? `M${stop.x} ${top}V${bend}` : `M${stop.x} ${top}`
  const from = Math.max(top, bend)
  const middle = (from + track.cardsY) / 2
  const d = `${straight}C${stop.x} ${middle} ${spine} ${middle} ${spine} ${track.cardsY}v${down}`
  return path({ d, stroke: 'track', lineWidth: 1.5, alpha: 0.8 })
}

function plusItems(station: RailStation, track: Track): readonly DrawItem[] {
  const { x, y } = stopAt(track, station.point).plus
  const arm = 3.75
  return [
    circle({ x, y, radius: PLUS.radius, fill: 'panel', stroke: 'track', lineWidth: 1.25 }),
    path({ d: `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`, stroke: 'soft', lineWidth: 1.5 }),
  ]
}

function stationTargets(station: RailStation, track: Track): readonly RailTarget[] {
  const { x, y, radius, plus } = stopAt(track, station.point)
  const target = { zone: 'line', station, hook: null } as const
  const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
  return [
    { ...target, kind: 'station', box },
    { ...target, kind: 'plus', box: around({ ...plus, width: 0, height: 0 }, PLUS.reach) },
  ]
}
