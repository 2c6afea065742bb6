/** Where the words about a drag stand: beside the pointer, and never over what is pointed at. */
import { type Box, grow, overlaps, type Spot } from '../box'

export interface GhostRoom {
  readonly pointer: Spot
  readonly size: { readonly width: number; readonly height: number }
  /** The page's, in its own pixels. */
  readonly page: { readonly width: number; readonly height: number }
  /** What must stay in sight. */
  readonly clear: readonly Box[]
}

/** Right of the pointer and below it. */
const OFF_PX = { x: 14, y: 16 } as const
/** A line between two cards is thin, and still has to be seen. */
const AROUND_PX = 6
/** From the page's edge. */
const EDGE_PX = 4

/** The upper left corner, as near as can be to where it would stand if nothing were in the way. */
export function ghostPlace({ pointer, size, page, clear }: GhostRoom): Spot {
  const boxes = clear.map((box) => grow(box, AROUND_PX))
  const wanted = { x: pointer.x + OFF_PX.x, y: pointer.y + OFF_PX.y }
  const xs = [wanted.x, pointer.x - OFF_PX.x - size.width]
  const ys = [wanted.y, pointer.y - OFF_PX.y - size.height]
  for (const { x, y, width, height } of boxes) {
    xs.push(x + width, x - size.width)
    ys.push(y + height, y - size.height)
  }
  const spots = xs.flatMap((x) => ys.map((y) => ({ x, y }))).filter((spot) => isInside(spot, size, page))
  const free = spots.filter((spot) => !boxes.some((box) => overlaps(box, { ...spot, ...size })))
  const far = ({ x, y }: Spot) => Math.hypot(x - wanted.x, y - wanted.y)
  // On a page that is too small for both, over it is better than nowhere.
  const least = { x: Math.max(Math.min(wanted.x, page.width - size.width - EDGE_PX), EDGE_PX), y: wanted.y }
  const [first = least, ...others] = free.length > 0 ? free : spots
  return others.reduce((best, spot) => (far(spot) < far(best) ? spot : best), first)
}

function isInside({ x, y }: Spot, size: GhostRoom['size'], page: GhostRoom['page']): boolean {
  return (
    x >= EDGE_PX && y >= EDGE_PX && x + size.width <= page.width - EDGE_PX && y + size.height <= page.height - EDGE_PX
  )
}
