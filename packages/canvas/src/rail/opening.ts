/**
 * Room for what is being dragged: behind the last card of a station's column, or, where it has none, a column of its own.
 * Promises: it lies over no card; where there is no room the cards give way, and no station moves.
 */

import { placeColumns } from './columns'
import { COLUMN_GAP_PX, type Column, EDGE_PX, type RailLayout } from './layout'
import type { RailStation } from './model'
import { stopAt } from './track'

/** Its words have to be read: below the least they are cut. */
const WIDTH = { least: 72, most: 148 } as const

/** The columns with one more, which has no cards. Those of the station as they are, where it has some. */
export function withOpening(layout: RailLayout, station: RailStation): readonly Column[] {
  const { columns, track } = layout
  if (columns.some((column) => column.station.point === station.point)) return columns
  const stop = stopAt(track, station.point)
  const next = columns.findIndex((column) => column.stop.x > stop.x)
  const at = next < 0 ? columns.length : next
  const between = fitting(layout, { at, x: stop.x })
  if (between !== null) return columns.toSpliced(at, 0, { station, stop, ...between })
  return pushed(layout, columns.toSpliced(at, 0, { station, stop, x: stop.x, width: WIDTH.least }))
}

interface Spot {
  /** Its place among the columns. */
  readonly at: number
  /** What it has to be below. */
  readonly x: number
}

/** Between the columns as they stand, or null. */
function fitting({ columns, width }: RailLayout, { at, x }: Spot): Pick<Column, 'x' | 'width'> | null {
  const [before, after] = [columns[at - 1], columns[at]]
  const from = before === undefined ? EDGE_PX : before.x + before.width + COLUMN_GAP_PX
  const to = after === undefined ? width - EDGE_PX : after.x - COLUMN_GAP_PX
  const wide = Math.floor(Math.min(WIDTH.most, to - from))
  if (wide < WIDTH.least) return null
  const left = Math.round(Math.min(Math.max(x - wide / 2, from), to - wide))
  return x >= left && x <= left + wide ? { x: left, width: wide } : null
}

function pushed({ width }: RailLayout, columns: readonly Column[]): readonly Column[] {
  const cards = columns.length - 1
  const room = width - 2 * EDGE_PX - WIDTH.least - cards * COLUMN_GAP_PX
  const most = Math.floor(room / Math.max(cards, 1))
  const sized = columns.map((column) => ({ ...column, width: Math.min(column.width, Math.max(most, WIDTH.least)) }))
  const lefts = placeColumns(
    sized.map(({ stop }) => stop.x),
    { width: sized.map((column) => column.width), gap: COLUMN_GAP_PX, from: EDGE_PX, to: width - EDGE_PX },
  )
  return sized.map((column, at) => ({ ...column, x: Math.floor(lefts[at] ?? EDGE_PX) }))
}
