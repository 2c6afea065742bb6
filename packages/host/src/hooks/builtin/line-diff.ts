/** What changed between two texts, line by line. Promises: bounded in time and length; says how much it leaves out. */

/** Two lists of lines are compared one by one up to here: about ten milliseconds. */
const MOST_CELLS = 1_000_000

interface Change {
  readonly at: number
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** `@@ line 3 @@`, `-old`, `+new`; at most so many lines. */
export function lineDiff(before: string, after: string, mostLines: number): string {
  const shown = changesBetween(before.split('\n'), after.split('\n')).flatMap(({ at, removed, added }) => [
    `@@ line ${at + 1} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
  ])
  const left = shown.length - mostLines
  return left > 0 ? `${shown.slice(0, mostLines).join('\n')}\n[${left} more lines of the diff]` : shown.join('\n')
}

/** `at` counts lines of the new text, from 0. */
function changesBetween(before: readonly string[], after: readonly string[]): readonly Change[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const room = Math.min(before.length, after.length) - start
  while (end < room && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  if (removed.length === 0 && added.length === 0) return []
  if (removed.length * added.length > MOST_CELLS) return [{ at: start, removed, added }]
  return stretches(removed, added, start)
}

/** Lines that both have, in the order of the longest such list, stand between the changes. */
function stretches(before: readonly string[], after: readonly string[], offset: number): readonly Change[] {
  const width = after.length + 1
  const longest = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number) => longest[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      longest[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const changes: Change[] = []
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    const [fromRow, fromColumn] = [row, column]
    while ((row < before.length || column < after.length) && before[row] !== after[column]) {
      if (column >= after.length || (row < before.length && at(row + 1, column) >= at(row, column + 1))) row += 1
      else column += 1
    }
    if (row > fromRow || column > fromColumn) {
      changes.push({
        at: offset + fromColumn,
        removed: before.slice(fromRow, row),
        added: after.slice(fromColumn, column),
      })
    }
    while (row < before.length && column < after.length && before[row] === after[column]) {
      row += 1
      column += 1
    }
  }
  return changes
}

/** The smallest whole lines that differ, with as many before and behind them as make them stand once in the old text. */
export function uniquePiece(before: string, after: string): { readonly from: string; readonly to: string } {
  const [old, now] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  const room = Math.min(old.length, now.length) - start
  while (end < room && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1
  for (let more = 1; ; more *= 2) {
    const from = old.slice(Math.max(0, start - more), Math.min(old.length, old.length - end + more)).join('')
    const to = now.slice(Math.max(0, start - more), Math.min(now.length, now.length - end + more)).join('')
    const isWhole = start - more <= 0 && end - more <= 0
    if (isWhole || (from !== '' && before.indexOf(from) === before.lastIndexOf(from))) return { from, to }
  }
}

/** Each with its end. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
