/** Hooks of one set that are asked one behind the other: a hull around their cards, with the name of the set at its top. */
import type { Box } from '../box'
import { type DrawItem, path, rect, text } from '../draw'
import type { RailHook } from './model'

/** `head`: where the name stands; `foot`: below the last card; `side`: how far the hull reaches beyond them. */
export const HULL = { head: 17, foot: 4, side: 3 } as const

/** How many hooks of one set begin here; 0 where none does. */
export function runFrom(hooks: readonly RailHook[], at: number): number {
  const set = hooks[at]?.set ?? null
  if (set === null || hooks[at - 1]?.set === set) return 0
  const end = hooks.findIndex((hook, place) => place > at && hook.set !== set)
  return (end < 0 ? hooks.length : end) - at
}

/** What the hulls of a column take beyond its cards. */
export function setsHeight(hooks: readonly RailHook[]): number {
  return hooks.filter((_, at) => runFrom(hooks, at) > 0).length * (HULL.head + HULL.foot)
}

export function hullItems({ x, y, width, height }: Box, set: string): readonly DrawItem[] {
  const box = { x: x - HULL.side, y, width: width + 2 * HULL.side, height }
  const middle = y + HULL.head / 2 + 0.5
  return [
    rect({ ...box, radius: 10, fill: 'panel', stroke: 'track' }),
    path({ d: layers(x + 6, middle), stroke: 'muted', lineWidth: 1.2 }),
    text({ x: x + 20, y: middle, text: set, maxWidth: width - 26, font: 'small', colour: 'soft' }),
  ]
}

/** A leaf above the edge of another. */
function layers(x: number, y: number): string {
  return `M${x} ${y - 1.5}l5 -2.5l5 2.5l-5 2.5zM${x} ${y + 1.5}l5 2.5l5 -2.5`
}
