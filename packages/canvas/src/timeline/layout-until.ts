/**
 * The layout of a turn as far as it had come: the rows of the whole turn, so that nothing moves while one walks through it,
 * with only the spans that had begun, and those that had not ended still running.
 */
import type { Span } from '@belay/trace'
import { type Group, groupLabel } from './lanes'
import { lastTime, type Row, type TimelineLayout } from './layout'
import { buildTree, type SpanTree } from './span-tree'

/** `spans`: the first spans of the turn in the order of the whole layout's, as they were then. */
export function layoutUntil(whole: TimelineLayout, spans: readonly Span[]): TimelineLayout {
  const tree = buildTree(spans, whole.tree.baseMs)
  const groups = whole.groups.map((group) => groupUntil(tree, group))
  return {
    ...whole,
    tree,
    groups,
    rows: whole.rows.map((row) => rowUntil(tree, groups, row)),
    rowOf: whole.rowOf.subarray(0, spans.length),
    groupOf: whole.groupOf.subarray(0, spans.length),
    ...lastTime(tree),
  }
}

/** A group of which nothing had begun keeps its place in the list and loses it in its row. */
function groupUntil(tree: SpanTree, group: Group): Group {
  const members = group.members.filter((member) => member < tree.spans.length)
  const hidden = members.reduce((sum, member) => sum + 1 + (tree.below[member] ?? 0), 0)
  const end = members.reduce((most, member) => Math.max(most, tree.reachEnd[member] ?? 0), 0)
  return { ...group, members, hidden, end, label: groupLabel(tree, members) }
}

function rowUntil(tree: SpanTree, groups: readonly Group[], row: Row): Row {
  const items = row.items.filter((item) =>
    item < 0 ? (groups[-1 - item]?.members.length ?? 0) > 0 : item < tree.spans.length,
  )
  const starts = Float64Array.from(items, (item) =>
    item < 0 ? (groups[-1 - item]?.start ?? 0) : (tree.start[item] ?? 0),
  )
  const ends = Float64Array.from(items, (item) => (item < 0 ? (groups[-1 - item]?.end ?? 0) : (tree.end[item] ?? 0)))
  // The end of one may be told after the start of the next: bars of a row never overlap.
  for (let at = 0; at + 1 < ends.length; at += 1) ends[at] = Math.min(ends[at] ?? 0, starts[at + 1] ?? 0)
  return { ...row, items, starts, ends }
}
