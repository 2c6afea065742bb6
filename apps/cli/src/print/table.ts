/** Rows in columns. Pure: the width comes in, and the last column gives way where a row does not fit. */
import { cut, oneLine, pad, widthOf } from './text'

export interface Column {
  readonly title: string
  readonly right?: boolean
  /** At most this many columns of the terminal. */
  readonly most?: number
}

const gap = '  '
/** The last column is never cut to less than this: a long line is better than no word. */
const LEAST_LAST = 24

export function table(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string[] {
  const cells = rows.map((row) => columns.map((column, index) => cut(oneLine(row[index] ?? ''), column.most ?? 1000)))
  const widths = columns.map((column, index) =>
    cells.reduce((most, row) => Math.max(most, widthOf(row[index] ?? '')), widthOf(column.title)),
  )
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + gap.length, 0)
  const last = Math.max(LEAST_LAST, width - before)
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => {
        if (index === columns.length - 1) return cut(cell, last)
        const space = widths[index] ?? 0
        return columns[index]?.right ? ' '.repeat(Math.max(0, space - widthOf(cell))) + cell : pad(cell, space)
      })
      .join(gap)
      .trimEnd()
  return [line(columns.map((column) => column.title)), ...cells.map(line)]
}
