/**
 * The rail as draw items and as places to point at. The line keeps its place; the cards of a column that is taller than the
 * box get lower, and where the lowest do not fit either the cards scroll; everything scrolls sideways when the columns need more than
 * its width.
 */
import { type Box, clamp } from '../box'
import { circle, type DrawItem, path } from '../draw'
import { CARD_WIDTH, cardOf, TWO_ROWS_PX } from './card'
import { placeColumns } from './columns'
import { lineScene } from './line-scene'
import type { RailHook, RailModel, RailStation } from './model'
import { LEAST_TRACK_PX, PLUS, stopAt, type Track, type TrackStop, trackOf } from './track'

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
}

const EDGE_PX = 12
/** Room kept below the last card. */
export const FOOT_PX = 6
const COLUMN_GAP_PX = 8

export function railScene(model: RailModel, box: RailBox): RailScene {
  const columns = model.stations.filter(({ hooks }) => hooks.length > 0)
  const width = Math.max(box.width, LEAST_TRACK_PX, widthFor(columns.length, box.width))
  const track = trackOf(width, box.height)
  const placed = columnsOf(columns, track, width)
  const room = box.height - track.cardsY - FOOT_PX
  const cards = placed.map((column) => columnScene(column, cardSizes(column.station, track, room)))
  return {
    width,
    track,
    line: [
      ...lineScene(model, track),
      ...model.stations.flatMap((station) => plusItems(station, track)),
      ...placed.map((column) => connector(column, track)),
    ],
    cards: cards.flatMap(({ items }) => items),
    cardsY: track.cardsY,
    cardsHeight: Math.max(0, ...cards.map(({ height }) => height)),
    targets: [
      ...model.stations.flatMap((station) => stationTargets(station, track)),
      ...cards.flatMap(({ targets }) => targets),
    ],
  }
}

/** Columns first give up width, and only when their names would say nothing the rail grows beyond its box. */
function widthFor(columns: number, given: number): number {
  const width = (card: number) => columns * (card + COLUMN_GAP_PX) - COLUMN_GAP_PX + 2 * EDGE_PX
  return width(CARD_WIDTH.least) <= given ? given : width(CARD_WIDTH.wanted)
}

interface Column {
  readonly station: RailStation
  readonly stop: TrackStop
  readonly x: number
  readonly width: number
}

function columnsOf(stations: readonly RailStation[], track: Track, width: number): readonly Column[] {
  const stops = stations
    .map((station) => ({ station, stop: stopAt(track, station.point) }))
    .sort((a, b) => a.stop.x - b.stop.x)
  const room = (width - 2 * EDGE_PX + COLUMN_GAP_PX) / Math.max(stops.length, 1) - COLUMN_GAP_PX
  const card = Math.floor(clamp(room, CARD_WIDTH.least, CARD_WIDTH.most))
  const rules = { gap: COLUMN_GAP_PX, from: EDGE_PX, to: width - EDGE_PX } as const
  const xs = stops.map(({ stop }) => stop.x)
  const place = (width: number): Placed => ({ width, lefts: placeColumns(xs, { ...rules, width }) })
  // Wide cards push each other away from their stations: letters of a name are worth less than to see whose it is.
  const widths = [card, CARD_WIDTH.wanted, CARD_WIDTH.least].filter((width) => width <= card)
  const placed = widths.map(place).find((one) => isEachAbove(xs, one)) ?? place(CARD_WIDTH.least)
  return stops.map((stop, at) => ({ ...stop, x: Math.round(placed.lefts[at] ?? EDGE_PX), width: placed.width }))
}

interface Placed {
  readonly width: number
  readonly lefts: readonly number[]
}

/** Each station above its own cards. */
function isEachAbove(xs: readonly number[], { width, lefts }: Placed): boolean {
  return lefts.every((left, at) => {
    const x = xs[at] ?? left
    return x >= left && x <= left + width
  })
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

function cardSizes({ hooks }: RailStation, { card }: Track, room: number): CardSizes {
  const standing = hooks.filter(({ attachment }) => attachment !== null).length
  const all = cardSize(hooks.length, card, room)
  if (standing === 0 || all.height === card.height) return { standing: all, gone: all }
  const size = cardSize(standing, card, room)
  return { standing: size, gone: { height: LOW_CARD.least, gap: size.gap } }
}

/** As high as there is room for: with two rows if that can be, else with one. */
function cardSize(count: number, { height, gap }: CardSize, room: number): CardSize {
  const fit = (between: number) => Math.floor((room + between) / count) - between
  if (fit(gap) >= TWO_ROWS_PX) return { height: Math.min(fit(gap), height), gap }
  return { height: clamp(fit(LOW_CARD.gap), LOW_CARD.least, LOW_CARD.most), gap: LOW_CARD.gap }
}

interface ColumnScene extends Pick<RailScene, 'targets'> {
  readonly items: readonly DrawItem[]
  readonly height: number
}

function columnScene({ station, stop, x, width }: Column, sizes: CardSizes): ColumnScene {
  const items: DrawItem[] = []
  const targets: RailTarget[] = []
  const spine = clamp(stop.x, x + CORNER_PX, x + width - CORNER_PX)
  let y = 0
  for (const [at, hook] of station.hooks.entries()) {
    const { height, gap } = hook.attachment === null ? sizes.gone : sizes.standing
    if (at > 0) items.push(path({ d: `M${spine} ${y}v${gap}`, stroke: 'track', lineWidth: 1.5, alpha: 0.8 }))
    const box = { x, y: at > 0 ? y + gap : 0, width, height }
    y = box.y + height
    const parts = cardOf(hook, box)
    items.push(...parts.items)
    const target = { zone: 'cards', station, hook } as const
    targets.push({ ...target, kind: 'card', box })
    if (parts.switch !== null) targets.push({ ...target, kind: 'switch', box: around(parts.switch, 5) })
    if (parts.menu !== null) targets.push({ ...target, kind: 'menu', box: parts.menu })
  }
  return { items, targets, height: y }
}

function around(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by }
}

/** From the station's plus, or from a siding down behind the line, to the top of its column. */
function connector({ stop, x, width }: Column, track: Track): DrawItem {
  const spine = clamp(stop.x, x + CORNER_PX, x + width - CORNER_PX)
  const top = stop.from === null ? track.plusY + PLUS.radius : stop.y + stop.radius
  const bend = track.plusY + 1
  const straight = top < bend ? `M${stop.x} ${top}V${bend}` : `M${stop.x} ${top}`
  const from = Math.max(top, bend)
  const middle = (from + track.cardsY) / 2
  const d = `${straight}C${stop.x} ${middle} ${spine} ${middle} ${spine} ${track.cardsY}`
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
