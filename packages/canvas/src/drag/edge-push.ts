/** How the rail moves by itself under a drag that comes near its edges: the nearer the faster, not at all in the middle. */
import type { Spot } from '../box'
import type { StageSize } from './client-spot'

const EDGE_PX = 44
/** In a frame of 16 ms: some 700 px in a second, at the very edge. */
const MOST_PX = 12

/** Stage pixels for this frame; nothing outside of the stage, where nothing is aimed at. */
export function edgePush(at: Spot, size: StageSize): Spot {
  const inside = at.x >= 0 && at.y >= 0 && at.x <= size.width && at.y <= size.height
  return inside ? { x: push(at.x, size.width), y: push(at.y, size.height) } : { x: 0, y: 0 }
}

function push(at: number, length: number): number {
  // A stage that is all edge has none.
  const edge = Math.min(EDGE_PX, length / 4)
  if (at < edge) return -MOST_PX * (1 - at / edge)
  return at > length - edge ? MOST_PX * (1 - (length - at) / edge) : 0
}
