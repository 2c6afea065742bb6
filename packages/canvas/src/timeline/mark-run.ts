/** The marks of one row, left to right. Those that would touch become one, with a count and the worst of their signs. */
import { type DrawItem, glyph } from '../draw'
import { type MarkCount, plus } from './mark-lookup'
import { MARK_PX } from './metrics'

const DIGIT_PX = 6
const GAP_PX = 2
/** Marks that stand for many stand further apart: a row of them is a texture, not a list. */
const MANY = 10
const MANY_GAP_PX = 26

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
