/**
 * The rail as draw items and as places to point at. The line keeps its place; a column that is taller than the box has low
 * cards, and where those do not fit either the cards scroll; everything scrolls sideways when the columns need more than
 * its width.
 */
import { type Box, clamp } from '../box'
import { circle, type DrawItem, path } from '../draw'
import { CARD_WIDTH, cardOf } from './card'
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
  const cards = placed.map((column) => columnScene(column, cardSize(column.station.hooks.length, track, room)))
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
  const lefts = placeColumns(
    stops.map(({ stop }) => stop.x),
    { width: card, gap: COLUMN_GAP_PX, from: EDGE_PX, to: width - EDGE_PX },
  )
  return stops.map((stop, at) => ({ ...stop, x: Math.round(lefts[at] ?? EDGE_PX), width: card }))
}

type CardSize = Track['card']

/** A card of one row. */
const LOW_CARD: CardSize = { height: 25, gap: 4 }

/** Of a column that would not fit the cards are low. */
function cardSize(count: number, { card }: Track, room: number): CardSize {
  return count * (card.height + card.gap) - card.gap <= room ? card : LOW_CARD
}

interface ColumnScene extends Pick<RailScene, 'targets'> {
  readonly items: readonly DrawItem[]
  readonly height: number
}

function columnScene({ station, stop, x, width }: Column, { height, gap }: CardSize): ColumnScene {
  const items: DrawItem[] = []
  const targets: RailTarget[] = []
  const spine = clamp(stop.x, x + 14, x + width - 14)
  for (const [at, hook] of station.hooks.entries()) {
    const box = { x, y: at * (height + gap), width, height }
    if (at > 0) items.push(path({ d: `M${spine} ${box.y - gap}v${gap}`, stroke: 'track', lineWidth: 1.5, alpha: 0.8 }))
    const parts = cardOf(hook, box)
    items.push(...parts.items)
    const target = { zone: 'cards', station, hook } as const
    targets.push({ ...target, kind: 'card', box })
    if (parts.switch !== null) targets.push({ ...target, kind: 'switch', box: around(parts.switch, 5) })
    if (parts.menu !== null) targets.push({ ...target, kind: 'menu', box: parts.menu })
  }
  return { items, targets, height: station.hooks.length * (height + gap) - gap }
}

function around(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by }
}

/** From the station's plus, or from a siding down behind the line, to the top of its column. */
function connector({ stop, x, width }: Column, track: Track): DrawItem {
  const spine = clamp(stop.x, x + 14, x + width - 14)
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
