/**
 * Where the columns of cards stand: as near to their stations as they can without touching, in the stations' order, all
 * inside. Least squares under those rules: neighbours that press on each other move as one block.
 */
export interface ColumnRules {
  readonly width: number
  readonly gap: number
  readonly from: number
  readonly to: number
}

/** Left edges for stations at `wanted`, ascending. `from` to `to` must hold them all. */
export function placeColumns(wanted: readonly number[], rules: ColumnRules): readonly number[] {
  const pitch = rules.width + rules.gap
  // Shifted by its place each column wants to be no less than the one before: isotonic regression.
  const targets = wanted.map((x, at) => x - rules.width / 2 - at * pitch)
  const most = rules.to - rules.width - (wanted.length - 1) * pitch
  return isotonic(targets).map((x, at) => Math.min(Math.max(x, rules.from), Math.max(most, rules.from)) + at * pitch)
}

interface Block {
  readonly sum: number
  readonly count: number
}

/** Pools neighbours that are out of order into blocks at their mean. */
function isotonic(values: readonly number[]): readonly number[] {
  const blocks: Block[] = []
  for (const value of values) {
    let block: Block = { sum: value, count: 1 }
    for (let last = blocks.at(-1); last !== undefined && mean(last) > mean(block); last = blocks.at(-1)) {
      blocks.pop()
      block = { sum: last.sum + block.sum, count: last.count + block.count }
    }
    blocks.push(block)
  }
  return blocks.flatMap((block) => Array.from({ length: block.count }, () => mean(block)))
}

function mean({ sum, count }: Block): number {
  return sum / count
}
