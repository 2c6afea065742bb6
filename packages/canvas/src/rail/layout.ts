/**
 * Where the stations and the columns of their cards stand: each station above its own cards. Cards get narrower first; then
 * the stations of a crowd part, and the quiet ones close up as far as their names allow; then the rail grows a little
 * beyond its box. Only of more neighbours than that helps a column stands beside its station.
 */
import { clamp } from '../box'
import { type Apart, placeApart } from './apart'
import { CARD_WIDTH } from './card'
import { placeColumns } from './columns'
import { LINE } from './line-order'
import type { RailStation } from './model'
import { LEAST_TRACK_PX, leastApart, stopAt, type Track, type TrackStop, trackOf } from './track'

export interface Column {
  readonly station: RailStation
  readonly stop: TrackStop
  readonly x: number
  readonly width: number
  /** How far below the others its cards begin. */
  readonly down: number
  /** Room without cards, above cards that stepped down for it. */
  readonly low?: true
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
const GROWTHS_PX = [0, 20, 40, 60, 80]

export function layRail(stations: readonly RailStation[], box: Size): RailLayout {
  const forCards = widthFor(stations.length, box.width)
  const width = Math.max(box.width, LEAST_TRACK_PX, forCards)
  const size = { width, height: box.height }
  const scrolls = forCards > box.width
  const layout = evenLayout(stations, size) ?? partedLayout(stations, size, scrolls) ?? crowdedLayout(stations, size)
  return { ...layout, columns: layout.columns.map((column) => ({ ...column, x: Math.round(column.x) })) }
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
  return stops.map((one, at) => ({ ...one, x: lefts[at] ?? EDGE_PX, width: cardWidth, down: 0 }))
}

/** A station counts as above its cards this far from their corners. */
const ABOVE_PX = 3

function isEachAbove(columns: readonly Column[]): boolean {
  return columns.every(
    ({ stop, x, width }) => isOff(stop) || stop.x === clamp(stop.x, x + ABOVE_PX, x + width - ABOVE_PX),
  )
}

/** What is off the line hangs from a station there, and goes where that goes. */
function isOff({ from }: TrackStop): boolean {
  return from !== null
}

/** Stations where they and the columns of narrow cards keep from each other; null where no rail of a fitting width holds them. */
function partedLayout(
  stations: readonly RailStation[],
  { width: least, height }: Size,
  scrolls: boolean,
): RailLayout | null {
  // What scrolls anyway has room for names; what does not keeps to its box as long as it can.
  const wide = (scrolls ? GROWTHS_PX : [0]).map((by) => ({ width: least + by, height, card: CARD_WIDTH.wanted }))
  const narrow = GROWTHS_PX.map((by) => ({ width: least + by, height, card: CARD_WIDTH.least }))
  for (const size of [...wide, ...narrow]) {
    const layout = partedAt(stations, size)
    if (layout !== null) return layout
  }
  return null
}

interface Parted extends Size {
  /** Of each card. */
  readonly card: number
}

function partedAt(stations: readonly RailStation[], { width, height, card }: Parted): RailLayout | null {
  const even = trackOf(width, height)
  const columns = columnsBelow(stations, { track: even, width, cardWidth: card })
  const wanted = [...LINE.map((stop) => stopAt(even, stop).x), ...columns.map(({ x }) => x)]
  const places = placeApart([0, ...wanted], rulesOf(even, { columns, width, card }))
  if (places === null) return null
  const track = trackOf(width, height, places.slice(1, 1 + LINE.length))
  const lefts = places.slice(1 + LINE.length)
  return {
    ...{ width, track },
    columns: columns.map((column, at) => ({
      ...column,
      stop: stopAt(track, column.station.point),
      x: lefts[at] ?? column.x,
    })),
  }
}

/** Columns as near as can be to stations that are too many neighbours to stand above theirs. */
function crowdedLayout(stations: readonly RailStation[], { width, height }: Size): RailLayout {
  const track = trackOf(width, height)
  return { width, track, columns: columnsBelow(stations, { track, width, cardWidth: CARD_WIDTH.least }) }
}

interface Row {
  readonly columns: readonly Column[]
  readonly width: number
  readonly card: number
}

/** Places: the rail's left edge, the stops of the line, the columns. */
function rulesOf(track: Track, { columns, width, card }: Row): readonly Apart[] {
  const ends = { from: stopAt(track, 'session.start').x, to: stopAt(track, 'session.end').x }
  const apart = leastApart(track)
  const stops = LINE.flatMap((_, at) => [
    { before: at, after: at + 1, by: at === 0 ? ends.from : (apart[at] ?? 0) },
    { before: at + 1, after: 0, by: -ends.to },
  ])
  const most = width - EDGE_PX - card
  const below = columns.flatMap(({ station }, nth) => {
    const at = 1 + LINE.length + nth
    const stop = 1 + LINE.indexOf(station.point)
    const above = [
      { before: at, after: stop, by: ABOVE_PX },
      { before: stop, after: at, by: ABOVE_PX - card },
    ]
    return [
      nth === 0 ? { before: 0, after: at, by: EDGE_PX } : { before: at - 1, after: at, by: card + COLUMN_GAP_PX },
      { before: at, after: 0, by: -most },
      // What is off the line has no place of its own on it.
      ...(stop === 0 ? [] : above),
    ]
  })
  return [...stops, ...below]
}
