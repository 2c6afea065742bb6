/**
 * What hooks cost a turn in waiting: the time in which at least one was being asked, counted once. Everything that says
 * this number reads it here, from the layout or from the session: they agree.
 */
import type { SessionState, Span, TurnState } from '@belay/trace'
import type { SpanTree } from './span-tree'

export interface HookCost {
  readonly hookMs: number
  readonly totalMs: number
}

/** `nowMs`: milliseconds after the layout's zero. */
export function hookCost(tree: SpanTree, nowMs: number): HookCost {
  const asked: Stretch[] = []
  const stretch = (index: number) => stretchOf(tree.start[index] ?? 0, tree.end[index] ?? 0, nowMs)
  for (const [index, { kind }] of tree.spans.entries()) if (kind === 'hook') asked.push(stretch(index))
  return { hookMs: unionMs(asked), totalMs: totalOf(tree, (index) => stretch(index).to) }
}

/** `nowMs`: the present in epoch milliseconds, to which a live turn is counted; one that ended is counted to its end. */
export function hookCostOfTurn(state: SessionState, turn: TurnState, nowMs: number): HookCost {
  const spans = turn.spans.map((id) => state.spans.get(id)).filter((span) => span !== undefined)
  const zero = spans.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY)
  // A clock behind the spans' own takes nothing from what they say.
  const until = spans.reduce((most, { start, end }) => Math.max(most, end ?? start), turn.endedAt ?? nowMs)
  const stretches = (kind: Span['kind'] | null) =>
    spans.filter((span) => kind === null || span.kind === kind).map((span) => stretchOfSpan(span, until))
  const turns = stretches('turn')
  const last = (turns.length > 0 ? turns : stretches(null)).reduce((most, { to }) => Math.max(most, to), zero)
  return { hookMs: unionMs(stretches('hook')), totalMs: spans.length === 0 ? 0 : last - zero }
}

export interface Stretch {
  readonly from: number
  readonly to: number
}

function stretchOfSpan({ start, end }: Span, nowMs: number): Stretch {
  return stretchOf(start, end === null ? Number.POSITIVE_INFINITY : Math.max(end, start), nowMs)
}

function stretchOf(from: number, end: number, nowMs: number): Stretch {
  return { from, to: Math.min(end, Math.max(nowMs, from)) }
}

/** The time that stretches cover, counted once; they are sorted in place. */
export function unionMs(stretches: Stretch[]): number {
  stretches.sort((a, b) => a.from - b.from)
  let sum = 0
  let until = Number.NEGATIVE_INFINITY
  for (const { from, to } of stretches) {
    sum += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return sum
}

function totalOf(tree: SpanTree, endOf: (index: number) => number): number {
  let total = 0
  for (const root of tree.roots) if (tree.spans[root]?.kind === 'turn') total = Math.max(total, endOf(root))
  if (total > 0) return total
  for (const root of tree.roots) total = Math.max(total, endOf(root))
  return total
}
