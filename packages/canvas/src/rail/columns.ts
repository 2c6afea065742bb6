/**
 * Things in a row: as near to where they are wanted as they can stand without touching, in their order, all inside. Least
 * squares under those rules: neighbours that press on each other move as one block.
 */
export interface ColumnRules {
  /** Of every column, or of each. */
  readonly width: number | readonly number[]
  readonly gap: number
  readonly from: number
  readonly to: number
}

/** Left edges for columns whose middles are wanted at `wanted`, ascending. `from` to `to` must hold them all. */
export function placeColumns(wanted: readonly number[], { width, gap, from, to }: ColumnRules): readonly number[] {
  const widthAt = (at: number) => (typeof width === 'number' ? width : (width[at] ?? 0))
  const row = wanted.map((x, at) => ({
    wanted: x - widthAt(at) / 2,
    apart: at === 0 ? 0 : widthAt(at - 1) + gap,
    weight: 1,
  }))
  return placeInRow(row, { from, to: to - widthAt(wanted.length - 1) })
}

export interface InRow {
  readonly wanted: number
  /** The least from the one before. */
  readonly apart: number
  readonly weight: number
}

/** Where each stands, for `wanted` in any order: the row keeps its own. */
export function placeInRow(row: readonly InRow[], { from, to }: Pick<ColumnRules, 'from' | 'to'>): readonly number[] {
  // Shifted by what is before it each wants to be no less than the one before: isotonic regression.
  let before = 0
  const shifts = row.map(({ apart }) => {
    before += apart
    return before
  })
  const most = Math.max(to - before, from)
  const shifted = row.map(({ wanted, weight }, at) => ({
    sum: (wanted - (shifts[at] ?? 0)) * weight,
    weight,
    count: 1,
  }))
  return isotonic(shifted).map((x, at) => Math.min(Math.max(x, from), most) + (shifts[at] ?? 0))
}

interface Block {
  readonly sum: number
  readonly weight: number
  readonly count: number
}

/** Pools neighbours that are out of order into blocks at their mean. */
function isotonic(values: readonly Block[]): readonly number[] {
  const blocks: Block[] = []
  for (const value of values) {
    let block = value
    for (let last = blocks.at(-1); last !== undefined && mean(last) > mean(block); last = blocks.at(-1)) {
      blocks.pop()
      const { sum, weight, count } = last
      block = { sum: sum + block.sum, weight: weight + block.weight, count: count + block.count }
    }
    blocks.push(block)
  }
  return blocks.flatMap((block) => Array.from({ length: block.count }, () => mean(block)))
}

function mean({ sum, weight }: Block): number {
  return sum / weight
}
