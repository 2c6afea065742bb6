/**
 * Where bars are merged side by side: one stroke of the brush from the first to the last of them, with how many spans it
 * stands for where there is room to say it. One that says nothing is too narrow, and its mark has a number all the same.
 */
import { type DrawItem, text } from '../draw'
import type { Viewport } from '../viewport'
import type { Bar } from './bars'
import { pluralOf } from './lanes'
import type { TimelineLayout } from './layout'
import { type Reach, roomBeside } from './mark-run'

export interface Crowd extends Reach {
  readonly count: number
  /** An item of the row that tells what kind they are. */
  readonly item: number
}

/** Bars that touch, but for what rounding leaves between them. */
const TOUCH_PX = 0.75
/** Room for a number of four digits and its noun. */
const LEAST_WORDS_PX = 76
const PADDING_PX = 7

/** `bars` of one row, left to right. */
export function crowdsOf(bars: readonly Bar[]): readonly Crowd[] {
  const crowds: Crowd[] = []
  for (const { row, from, to, x0, x1 } of bars) {
    if (to - from < 2) continue
    const last = crowds.at(-1)
    if (last !== undefined && x0 - last.x1 <= TOUCH_PX)
      crowds[crowds.length - 1] = { ...last, x1, count: last.count + to - from }
    else crowds.push({ x0, x1, count: to - from, item: row.items[from] ?? 0 })
  }
  return crowds
}

interface Place {
  readonly view: Viewport
  readonly row: Bar['row']
  /** What marks take of the row. */
  readonly taken: readonly Reach[]
}

export function crowdLabel(
  { tree, groups }: TimelineLayout,
  { x0, x1, count, item }: Crowd,
  { view, row, taken }: Place,
): DrawItem | null {
  const seen = { x0: Math.max(x0, 0) + PADDING_PX, x1: Math.min(x1, view.width) - PADDING_PX }
  const room = roomBeside(taken, seen, LEAST_WORDS_PX)
  const maxWidth = room.x1 - room.x0
  if (maxWidth < LEAST_WORDS_PX) return null
  const index = item < 0 ? (groups[-1 - item]?.members[0] ?? 0) : item
  return text({
    x: room.x0,
    y: row.y - view.top + row.height / 2 + 0.5,
    text: `${count.toLocaleString('en')} ${pluralOf(tree.spans[index])}`,
    maxWidth,
    font: row.compact ? 'count' : 'bar',
    colour: row.compact ? 'ground' : 'text',
  })
}
