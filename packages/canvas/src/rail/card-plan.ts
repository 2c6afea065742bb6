/** Where the parts of a card stand. */
import type { Box } from '../box'

export const SWITCH = { width: 30, height: 14 } as const
export const PAD_PX = 13

/** Where the parts of a card are: two rows of text, and what stands right of them. */
export interface CardPlan {
  readonly box: Box
  readonly wide: boolean
  readonly nameY: number
  readonly figuresY: number
  /** Where it can be switched; drawn there, but on a card of one row, which only shows its mode until it is pointed at. */
  readonly toggle: Box
  readonly menu: Box
  readonly signX: number
}
