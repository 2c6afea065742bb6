/** How the rail moves by itself under a drag that comes near its edges: the nearer the faster, not at all in the middle. */
import { clamp, type Spot } from '../box'
import type { StageSize } from './client-spot'

const EDGE_PX = 44
/** Just past the edge somebody still means it: a hand overshoots, and the bar that resizes the rail lies there. */
const BEYOND_PX = 6
/** In a frame of 16 ms: some 700 px in a second, at the very edge. */
const MOST_PX = 12

/** Stage pixels for this frame; nothing further outside of the stage, where nothing is aimed at. */
export function edgePush(at: Spot, size: StageSize): Spot {
  const near = isNear(at.x, size.width) && isNear(at.y, size.height)
  return near ? { x: push(at.x, size.width), y: push(at.y, size.height) } : { x: 0, y: 0 }
}

function isNear(at: number, length: number): boolean {
  return at >= -BEYOND_PX && at <= length + BEYOND_PX
}

function push(from: number, length: number): number {
  const at = clamp(from, 0, length)
  // A stage that is all edge has none.
  const edge = Math.min(EDGE_PX, length / 4)
  if (at < edge) return -MOST_PX * (1 - at / edge)
  return at > length - edge ? MOST_PX * (1 - (length - at) / edge) : 0
}
