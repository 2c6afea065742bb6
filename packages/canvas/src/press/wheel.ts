/**
 * What a wheel means, in the way that a person is used to. `design`: it pans, and zooms with Ctrl or ⌘, as in design tools; `map`: it
 * zooms, and pans with Shift. A pinch on a touch pad arrives as a wheel with Ctrl and zooms in both.
 */
import type { Spot } from '../box'

export type Navigation = 'design' | 'map'

export interface WheelTurn {
  /** Pixels. */
  readonly x: number
  readonly y: number
  /** Ctrl or ⌘, or a pinch. */
  readonly command: boolean
  readonly shift: boolean
}

export type WheelMeaning =
  | { readonly do: 'pan'; readonly by: Spot }
  /** Below 1 is closer. */
  | { readonly do: 'zoom'; readonly factor: number }

/** One turn of a coarse wheel is no leap. */
const MOST_PX = 60
/** So many pixels halve or double. */
const DOUBLES_PX = 100

export function wheelMeaning({ x, y, command, shift }: WheelTurn, navigation: Navigation): WheelMeaning {
  const pans = { do: 'pan', by: shift && x === 0 ? { x: y, y: 0 } : { x, y } } as const
  const turned = Math.abs(y) >= Math.abs(x) ? y : x
  const zooms = { do: 'zoom', factor: 2 ** (Math.min(Math.max(turned, -MOST_PX), MOST_PX) / DOUBLES_PX) } as const
  if (command) return zooms
  return navigation === 'map' && !shift ? zooms : pans
}
