/**
 * Room for what is being dragged: behind the last card of a station's column, or, where it has none, below the station.
 * Promises: it lies over no card; where there is no room beside the cards those of neighbours step down, and nothing moves
 * sideways.
 */
import { clamp } from '../box'
import { COLUMN_GAP_PX, type Column, EDGE_PX, type RailLayout } from './layout'
import type { RailStation } from './model'
import { stopAt } from './track'

/** Its height: a row, and no more than a row and a half however much room there is. */
export const OPENING_PX = { least: 25, most: 34 } as const
/** Its words have to be read: below the least they are cut. */
const WIDTH = { least: 72, most: 148 } as const
/** How far cards step down for it: it, as low as it gets, and what is between cards. */
const STEP_PX = OPENING_PX.least + 8

/** The columns with one more, which has no cards. Those of the station as they are, where it has some. */
export function withOpening(layout: RailLayout, station: RailStation): readonly Column[] {
  const { columns, track, width } = layout
  if (columns.some((column) => column.station.point === station.point)) return columns
  const stop = stopAt(track, station.point)
  const next = columns.findIndex((column) => column.stop.x > stop.x)
  const at = next < 0 ? columns.length : next
  const beside = fitting(layout, { at, x: stop.x })
  if (beside !== null) return columns.toSpliced(at, 0, { station, stop, ...beside, down: 0 })
  const x = Math.round(clamp(stop.x - WIDTH.least / 2, EDGE_PX, width - EDGE_PX - WIDTH.least))
  const stepped = columns.map((column) => (isOver(column, x) ? { ...column, down: STEP_PX } : column))
  return stepped.toSpliced(at, 0, { station, stop, x, width: WIDTH.least, down: 0, low: true })
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
  if (to - from < WIDTH.least) return null
  // Its middle below the station, as far as that can be: else it looks like another's.
  const wide = Math.floor(clamp(2 * Math.min(x - from, to - x), WIDTH.least, Math.min(WIDTH.most, to - from)))
  const left = Math.round(clamp(x - wide / 2, from, to - wide))
  return x >= left && x <= left + wide ? { x: left, width: wide } : null
}

function isOver(column: Column, x: number): boolean {
  return column.x < x + WIDTH.least + COLUMN_GAP_PX / 2 && column.x + column.width > x - COLUMN_GAP_PX / 2
}
