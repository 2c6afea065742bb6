'use client'
/** An unseen element where the board says that a menu should open: Radix places menus beside elements. */
import type { CSSProperties } from 'react'
import type { AnchorRect } from '../../board/board-props'

export function anchorStyle({ x, y, width, height }: AnchorRect): CSSProperties {
  return { position: 'fixed', left: x, top: y, width, height, pointerEvents: 'none', visibility: 'hidden' }
}
