'use client'
/** An unseen element where the board says that a menu should open: Radix places menus beside elements. */
import type { CSSProperties } from 'react'
import type { AnchorRect } from '../../board/board-props'

export function anchorStyle({ x, y, width, height }: AnchorRect): CSSProperties {
  return { position: 'fixed', left: x, top: y, width, height, pointerEvents: 'none', visibility: 'hidden' }
}

/** No menu lies over the bar of the page, where the way home is; the other edges only keep their distance. */
export const COLLISION_PADDING = { top: 56, right: 10, bottom: 10, left: 10 } as const

/** Below what stands in the upper half, beside what stands in the lower: so that a form has the window's height. */
export function sideOf({ y, height }: AnchorRect): 'bottom' | 'right' {
  return y + height > window.innerHeight / 2 ? 'right' : 'bottom'
}
