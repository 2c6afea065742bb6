/** How the timeline's element is divided: a head with the minimap, the ruler, the rows. Pixels from its top left corner. */
import type { Box } from '@belay/canvas'

export const HEAD_PX = 42
const RULER_PX = 26
export const ROWS_Y = HEAD_PX + RULER_PX
export const RULER_Y = HEAD_PX + 12

/** The minimap keeps to the right and gives way to the words of the head. */
const MINIMAP = { most: 236, least: 90, height: 24, right: 16, head: 430 } as const

/** Room between the minimap's frame and its bars. */
export const INSET_PX = 4

export function minimapBox(width: number): Box | null {
  const room = Math.min(MINIMAP.most, width - MINIMAP.head)
  if (room < MINIMAP.least) return null
  return { x: width - MINIMAP.right - room, y: (HEAD_PX - MINIMAP.height) / 2 + 1, width: room, height: MINIMAP.height }
}

/** `rowsTop`: where the rows begin, below what is pinned. */
export function rowsSize(
  { width, height }: { readonly width: number; readonly height: number },
  rowsTop: number,
): { readonly width: number; readonly height: number } {
  return { width: Math.max(width, 1), height: Math.max(height - rowsTop, 1) }
}
