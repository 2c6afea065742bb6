/** The marks of one row, left to right. Those that would touch become one, with a count and the worst of their signs. */
import { type DrawItem, glyph } from '../draw'
import { firstAtLeast } from '../search'
import { type MarkCount, plus } from './mark-lookup'
import { MARK_PX } from './metrics'

/** A digit of the count's face, at the most. */
const DIGIT_PX = 7
const GAP_PX = 2
/** Marks that stand for many stand further apart: a row of them is a texture, not a list. */
const MANY = 10
const MANY_GAP_PX = 26

export interface Reach {
  readonly x0: number
  readonly x1: number
}

interface Placed {
  readonly x: number
  readonly said: MarkCount
}

export class MarkRun {
  readonly #y: number
  readonly #placed: Placed[] = []

  constructor(y: number) {
    this.#y = y
  }

  add(x: number, said: MarkCount): void {
    const last = this.#placed.at(-1)
    if (last === undefined || x - MARK_PX / 2 >= rightOf(last) + (last.said.count < MANY ? GAP_PX : MANY_GAP_PX))
      this.#placed.push({ x, said })
    else this.#placed[this.#placed.length - 1] = { x: last.x, said: plus(last.said, said) }
  }

  /** What the marks and their numbers take of the row, left to right. */
  reaches(): readonly Reach[] {
    return this.#placed.map((placed) => ({ x0: placed.x - MARK_PX / 2, x1: rightOf(placed) }))
  }

  items(): readonly DrawItem[] {
    return this.#placed.map(({ x, said }) => glyph({ ...said.worst, x, y: this.#y, size: MARK_PX, count: said.count }))
  }
}

function rightOf({ x, said }: Placed): number {
  return x + MARK_PX / 2 + numberWidth(said.count)
}

/** What a mark's number takes right of it; nothing for one alone. */
export function numberWidth(count: number): number {
  return count > 1 ? String(count).length * DIGIT_PX + 3 : 0
}

/** What is left for words between `x0` and `x1`: behind the marks that leave no room for `least` before them, until the next. */
export function roomBeside(marks: readonly Reach[], { x0, x1 }: Reach, least: number): Reach {
  let from = x0
  const next = firstAtLeast(
    marks.map((mark) => mark.x1),
    x0 - GAP_PX,
  )
  for (const mark of marks.slice(next)) {
    if (mark.x0 - GAP_PX >= x1) break
    if (mark.x0 - GAP_PX - from >= least) return { x0: from, x1: mark.x0 - GAP_PX }
    from = Math.max(from, mark.x1 + GAP_PX)
  }
  return { x0: from, x1: Math.max(x1, from) }
}
