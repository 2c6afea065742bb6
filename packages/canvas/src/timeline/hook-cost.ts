/** What hooks cost a turn in waiting: the time in which at least one was being asked, counted once. */
import type { SpanTree } from './span-tree'

export interface HookCost {
  readonly hookMs: number
  readonly totalMs: number
}

export function hookCost(tree: SpanTree, nowMs: number): HookCost {
  const asked = [...tree.spans.keys()].filter((index) => tree.spans[index]?.kind === 'hook')
  asked.sort((a, b) => (tree.start[a] ?? 0) - (tree.start[b] ?? 0))
  const endOf = (index: number) => Math.min(tree.end[index] ?? 0, Math.max(nowMs, tree.start[index] ?? 0))
  let hookMs = 0
  let until = Number.NEGATIVE_INFINITY
  for (const index of asked) {
    const end = endOf(index)
    hookMs += Math.max(0, end - Math.max(tree.start[index] ?? 0, until))
    until = Math.max(until, end)
  }
  return { hookMs, totalMs: totalOf(tree, endOf) }
}

function totalOf(tree: SpanTree, endOf: (index: number) => number): number {
  let total = 0
  for (const root of tree.roots) if (tree.spans[root]?.kind === 'turn') total = Math.max(total, endOf(root))
  if (total > 0) return total
  for (const root of tree.roots) total = Math.max(total, endOf(root))
  return total
}
