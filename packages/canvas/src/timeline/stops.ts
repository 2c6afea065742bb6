/** Where one stops while going from verdict to verdict, or from refusal to refusal: spans by time, each once. */
import { rankOf } from '../mark'
import type { TimelineLayout } from './layout'
import { type MarkLookup, signOf } from './mark-lookup'

export type StopKind = 'verdict' | 'refusal'

/**
 * `verdict`: hooks that said more than a pass, in shadow too. `refusal`: hooks that blocked or halted, and calls that were
 * refused by something else.
 */
export function stopsOf(layout: TimelineLayout, lookup: MarkLookup, kind: StopKind): Int32Array {
  const { tree } = layout
  const refuses = (index: number) => {
    const { worst, count } = signOf(lookup, index)
    return count > 0 && !worst.ghost && rankOf(worst.mark) >= rankOf('block')
  }
  const told = new Set<number>()
  const stops: number[] = []
  for (const [index, span] of tree.spans.entries()) {
    if (span.kind !== 'hook') continue
    if (kind === 'verdict' ? signOf(lookup, index).count > 0 : refuses(index)) stops.push(index)
    if (refuses(index)) told.add(tree.parent[index] ?? -1)
  }
  if (kind === 'refusal')
    for (const [index, span] of tree.spans.entries())
      if (span.kind !== 'hook' && refuses(index) && !told.has(index)) stops.push(index)
  return Int32Array.from(stops.sort((a, b) => (tree.start[a] ?? 0) - (tree.start[b] ?? 0) || a - b))
}

export interface Stop {
  readonly index: number
  /** Counts from 1. */
  readonly nth: number
  readonly of: number
  /** It went on from the other end. */
  readonly wrapped: boolean
}

/** The stop after (or before) a span, round at the ends; the first (or last) where one is at none. */
export function nextStop({ tree }: TimelineLayout, stops: Int32Array, from: number | null, step: 1 | -1): Stop | null {
  if (stops.length === 0) return null
  const at = from === null ? null : placeAmong(tree.start, stops, from)
  const wanted =
    at === null ? (step === 1 ? 0 : stops.length - 1) : step === 1 ? (at.on ? at.place + 1 : at.place) : at.place - 1
  const place = (wanted + stops.length) % stops.length
  return { index: stops[place] ?? 0, nth: place + 1, of: stops.length, wrapped: wanted !== place }
}

function placeAmong(start: Float64Array, stops: Int32Array, index: number): { place: number; on: boolean } {
  const own = stops.indexOf(index)
  if (own >= 0) return { place: own, on: true }
  const at = start[index] ?? 0
  const after = stops.findIndex((stop) => (start[stop] ?? 0) > at || ((start[stop] ?? 0) === at && stop > index))
  return { place: after < 0 ? stops.length : after, on: false }
}
