/** Searching a timeline: which spans hold some words, and how many of a bar's do, without a search in each frame. */
import { ATTR, type Span } from '@belay/trace'
import { clamp } from '../box'
import type { Row, TimelineLayout } from './layout'
import { labelOf } from './say-span'

export interface Found {
  readonly query: string
  /** By time. */
  readonly hits: Int32Array
  /** 1 for each span that is a hit. */
  readonly isHit: Uint8Array
}

/** `textOf`: what else belongs to a span, its arguments and its result, in lower case; null for nothing. */
export function findSpans(
  { tree }: TimelineLayout,
  query: string,
  textOf: (span: Span) => string | null = () => null,
): Found {
  const wanted = query.trim().toLowerCase()
  const isHit = new Uint8Array(tree.spans.length)
  const hits: number[] = []
  if (wanted !== '')
    for (const [index, span] of tree.spans.entries()) {
      if (!holds(span, wanted) && textOf(span)?.includes(wanted) !== true) continue
      isHit[index] = 1
      hits.push(index)
    }
  hits.sort((a, b) => (tree.start[a] ?? 0) - (tree.start[b] ?? 0) || a - b)
  return { query: query.trim(), hits: Int32Array.from(hits), isHit }
}

/** What people know a span by; ids and modes are for programs. */
const SPOKEN = [ATTR.toolSubject, ATTR.errorMessage, ATTR.point, ATTR.requestModel] as const

function holds(span: Span, wanted: string): boolean {
  if (span.name.toLowerCase().includes(wanted) || labelOf(span).toLowerCase().includes(wanted)) return true
  return SPOKEN.some((name) => {
    const value = span.attributes[name]
    return typeof value === 'string' && value.toLowerCase().includes(wanted)
  })
}

/** How many hits stand before each place of a row, hidden ones on their group; made once per row and search. */
interface Counted {
  readonly layout: TimelineLayout
  readonly inGroup: Int32Array
  readonly rows: WeakMap<Row, Int32Array>
}

const known = new WeakMap<Found, Counted>()

export function hitsBetween(layout: TimelineLayout, found: Found, at: Pick<Slice, 'row' | 'from' | 'to'>): number {
  let kept = known.get(found)
  if (kept?.layout !== layout) {
    kept = { layout, inGroup: hitsInGroups(layout, found), rows: new WeakMap() }
    known.set(found, kept)
  }
  let before = kept.rows.get(at.row)
  if (before === undefined) {
    before = hitsBefore(at.row, found, kept.inGroup)
    kept.rows.set(at.row, before)
  }
  return (before[at.to] ?? 0) - (before[at.from] ?? 0)
}

interface Slice {
  readonly row: Row
  readonly from: number
  readonly to: number
}

function hitsInGroups({ groups, rowOf }: TimelineLayout, { hits }: Found): Int32Array {
  const sums = new Int32Array(groups.length)
  for (const hit of hits) {
    const place = rowOf[hit] ?? 0
    if (place < 0) sums[-1 - place] = (sums[-1 - place] ?? 0) + 1
  }
  return sums
}

function hitsBefore({ items }: Row, { isHit }: Found, inGroup: Int32Array): Int32Array {
  const sums = new Int32Array(items.length + 1)
  for (const [at, item] of items.entries())
    sums[at + 1] = (sums[at] ?? 0) + (item < 0 ? (inGroup[-1 - item] ?? 0) : (isHit[item] ?? 0))
  return sums
}

/** Which slices of the minimap hold a hit. */
export function hitSlices({ tree }: TimelineLayout, { hits }: Found, slices: number, endMs: number): Uint8Array {
  const count = Math.max(slices, 1)
  const marked = new Uint8Array(count)
  for (const hit of hits) {
    const share = endMs > 0 ? (tree.start[hit] ?? 0) / endMs : 0
    marked[clamp(Math.floor(share * count), 0, count - 1)] = 1
  }
  return marked
}
