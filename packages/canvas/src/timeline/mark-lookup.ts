/** The signs of a timeline's spans by index, made anew when verdicts come, without touching the layout. */
import { MARKS, type MarkSign, rankOf, worse } from '../mark'
import type { Marks } from '../turn-marks'
import type { Bar } from './bars'
import type { Row, TimelineLayout } from './layout'
import { type RowLevel, rowAtLevel } from './levels'

export interface MarkLookup {
  /** 0 for none, else 1 + rank, with `GHOST` added for what was said in shadow. */
  readonly codes: Uint8Array
  /** What is hidden in each group came to. */
  readonly groups: readonly MarkCount[]
}

export interface MarkCount {
  readonly worst: MarkSign
  /** How many carry a sign. */
  readonly count: number
}

const GHOST = 16
const NONE: MarkCount = { worst: { mark: 'pass', ghost: false }, count: 0 }

export function lookUpMarks(layout: TimelineLayout, marks: Marks): MarkLookup {
  const codes = new Uint8Array(layout.tree.spans.length)
  const groups = layout.groups.map(() => NONE)
  for (const [span, sign] of marks) {
    const index = layout.tree.indexOf.get(span)
    if (index === undefined || sign.mark === 'pass') continue
    codes[index] = 1 + rankOf(sign.mark) + (sign.ghost ? GHOST : 0)
    const place = layout.rowOf[index] ?? 0
    if (place < 0) groups[-1 - place] = plus(groups[-1 - place] ?? NONE, { worst: sign, count: 1 })
  }
  return { codes, groups }
}

const known = new WeakMap<MarkLookup, WeakMap<RowLevel, (MarkCount | undefined)[]>>()

/** What a bar's spans came to. A merged bar is summed once per zoom level, not in each frame. */
export function marksOfBar(lookup: MarkLookup, bar: Bar): MarkCount {
  if (bar.to - bar.from === 1) return marksAt(lookup, bar.row, bar.from)
  const levels = known.get(lookup) ?? new WeakMap<RowLevel, (MarkCount | undefined)[]>()
  known.set(lookup, levels)
  const level = rowAtLevel(bar.row, bar.level)
  const sums = levels.get(level) ?? []
  levels.set(level, sums)
  const before = sums[bar.nth]
  if (before !== undefined) return before
  const sum = sumOfBar(lookup, bar)
  sums[bar.nth] = sum
  return sum
}

function sumOfBar(lookup: MarkLookup, { row, from, to }: Bar): MarkCount {
  let sum = NONE
  for (let at = from; at < to; at += 1) {
    const own = marksAt(lookup, row, at)
    if (own.count > 0) sum = plus(sum, own)
  }
  return sum
}

function marksAt(lookup: MarkLookup, { items }: Row, at: number): MarkCount {
  const item = items[at] ?? 0
  return item < 0 ? (lookup.groups[-1 - item] ?? NONE) : signOf(lookup, item)
}

export function signOf(lookup: MarkLookup, index: number): MarkCount {
  const code = lookup.codes[index] ?? 0
  return code === 0 ? NONE : (SIGNS[code] ?? NONE)
}

const SIGNS: readonly (MarkCount | undefined)[] = Array.from({ length: 2 * GHOST }, (_, code) => {
  const mark = MARKS[(code % GHOST) - 1]
  return mark === undefined ? undefined : { worst: { mark, ghost: code >= GHOST }, count: 1 }
})

export function plus(a: MarkCount, b: MarkCount): MarkCount {
  return { worst: worse(a.worst, b.worst), count: a.count + b.count }
}
