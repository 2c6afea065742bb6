/**
 * Where the stations and the columns of their cards stand: each station above its own cards. Cards get narrower first; then
 * the stations of a crowd part, and the quiet ones close up as far as their names allow; then the rail grows a little
 * beyond its box. Only of more neighbours than that helps a column stands beside its station.
 */
import { clamp } from '../box'
import { CARD_WIDTH } from './card'
import { type InRow, placeColumns, placeInRow } from './columns'
import { LINE } from './line-order'
import type { RailStation } from './model'
import { LEAST_TRACK_PX, leastApart, stopAt, type Track, type TrackStop, trackOf } from './track'

export interface Column {
  readonly station: RailStation
  readonly stop: TrackStop
  readonly x: number
  readonly width: number
}

export interface RailLayout {
  /** At least the box's. */
  readonly width: number
  readonly track: Track
  /** From left to right. */
  readonly columns: readonly Column[]
}

interface Size {
  readonly width: number
  readonly height: number
}

/** From the rail's edge to a column, and between columns. */
export const EDGE_PX = 8
export const COLUMN_GAP_PX = 8
/** By how much the rail grows so that columns stand below their stations: no more than a station and a half. */
const GROWTHS_PX = [20, 40, 60, 80]

export function layRail(stations: readonly RailStation[], box: Size): RailLayout {
  const least = Math.max(box.width, LEAST_TRACK_PX, widthFor(stations.length, box.width))
  const grown = (by: number) => layoutOf(stations, { width: least + by, height: box.height })
  const inside = grown(0)
  if (isEachAbove(inside.columns)) return inside
  const most = grown(GROWTHS_PX.at(-1) ?? 0)
  if (!isEachAbove(most.columns)) return inside
  for (const by of GROWTHS_PX) {
    const layout = grown(by)
    if (isEachAbove(layout.columns)) return layout
  }
  return most
}

function layoutOf(stations: readonly RailStation[], size: Size): RailLayout {
  return evenLayout(stations, size) ?? partedLayout(stations, size)
}

/** Columns first give up width, and only when their names would say nothing the rail grows beyond its box. */
function widthFor(columns: number, given: number): number {
  const width = (card: number) => columns * (card + COLUMN_GAP_PX) - COLUMN_GAP_PX + 2 * EDGE_PX
  return width(CARD_WIDTH.least) <= given ? given : width(CARD_WIDTH.wanted)
}

/** Stations as far from each other everywhere; null where cards of no width stand below theirs. */
function evenLayout(stations: readonly RailStation[], { width, height }: Size): RailLayout | null {
  const track = trackOf(width, height)
  const room = (width - 2 * EDGE_PX + COLUMN_GAP_PX) / Math.max(stations.length, 1) - COLUMN_GAP_PX
  const card = Math.floor(clamp(room, CARD_WIDTH.least, CARD_WIDTH.most))
  // Wide cards push each other away from their stations: letters of a name are worth less than to see whose it is.
  const widths = [card, CARD_WIDTH.wanted, CARD_WIDTH.least].filter((width) => width <= card)
  for (const cardWidth of widths) {
    const columns = columnsBelow(stations, { track, width, cardWidth })
    if (isEachAbove(columns)) return { width, track, columns }
  }
  return null
}

interface Below {
  readonly track: Track
  readonly width: number
  readonly cardWidth: number
}

function columnsBelow(stations: readonly RailStation[], { track, width, cardWidth }: Below): readonly Column[] {
  const stops = stations
    .map((station) => ({ station, stop: stopAt(track, station.point) }))
    .sort((a, b) => a.stop.x - b.stop.x)
  const rules = { width: cardWidth, gap: COLUMN_GAP_PX, from: EDGE_PX, to: width - EDGE_PX } as const
  const lefts = placeColumns(
    stops.map(({ stop }) => stop.x),
    rules,
  )
  return stops.map((one, at) => ({ ...one, x: Math.round(lefts[at] ?? EDGE_PX), width: cardWidth }))
}

/** A station counts as above its cards this far from their corners. */
const ABOVE_PX = 5

function isEachAbove(columns: readonly Column[]): boolean {
  return columns.every(
    ({ stop, x, width }) => isOff(stop) || stop.x === clamp(stop.x, x + ABOVE_PX, x + width - ABOVE_PX),
  )
}

/** What is off the line hangs from a station there, and goes where that goes. */
function isOff({ from }: TrackStop): boolean {
  return from !== null
}

/** Stations and columns give way to each other in turn: each time both are nearer, until neither can. */
const TURNS = 24
/** Who has cards goes where they are; who has none gives way. */
const HOLDS = 1_000

function partedLayout(stations: readonly RailStation[], { width, height }: Size): RailLayout {
  const even = trackOf(width, height)
  const ends = { from: stopAt(even, 'session.start').x, to: stopAt(even, 'session.end').x }
  const apart = leastApart(even)
  let track = even
  let columns = columnsBelow(stations, { track, width, cardWidth: CARD_WIDTH.least })
  for (let turn = 0; turn < TURNS && !isEachAbove(columns); turn += 1) {
    const before = columns
    track = trackOf(width, height, placeInRow(wishes(even, { columns, apart }), ends))
    columns = columnsBelow(stations, { track, width, cardWidth: CARD_WIDTH.least })
    if (columns.every(({ x }, at) => x === before[at]?.x)) break
  }
  return { width, track, columns }
}

interface Wishing {
  readonly columns: readonly Column[]
  readonly apart: readonly number[]
}

/** Where the stops of the line would stand: above their cards, or else where they are when all are as far apart. */
function wishes(even: Track, { columns, apart }: Wishing): readonly InRow[] {
  return LINE.map((stop, at) => {
    const own = { apart: apart[at] ?? 0, wanted: stopAt(even, stop).x, weight: 1 }
    const column = columns.find(({ station }) => station.point === stop)
    if (column === undefined) return own
    // A pixel inside of what counts, since columns stand on whole ones.
    const [from, to] = [column.x + ABOVE_PX + 1, column.x + column.width - ABOVE_PX - 1]
    return { ...own, wanted: clamp(own.wanted, from, to), weight: HOLDS }
  })
}
