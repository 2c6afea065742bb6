/**
 * Where every span of a timeline stands: rows from the top, in each row spans that never overlap in time.
 * Spans nest by parent. Below a bar come, each in lanes of their own, the hooks asked about it, then steps, model calls,
 * tool calls, agents. Siblings whose subtrees take turns share rows all the way down, so that the rows of step 1 are those of step 2.
 * More than `MOST_LANES` lanes under one parent fold into a group with a count, unless it is open.
 * Nothing depends on the present: a running span is one that never ends, so a layout holds until a span starts or ends.
 */
import type { Span } from '@belay/trace'
import { type Group, type GroupKey, type Lane, lanesBelow, type Work } from './lanes'
import { COMPACT_ROW, ROW } from './metrics'
import { buildTree, type SpanTree } from './span-tree'

export interface Row {
  readonly y: number
  readonly height: number
  readonly compact: boolean
  /** By time: a span's index, or `-1 - g` for the group `g`. */
  readonly items: Int32Array
  readonly starts: Float64Array
  /** Infinity while running. */
  readonly ends: Float64Array
}

export interface TimelineLayout {
  readonly tree: SpanTree
  readonly rows: readonly Row[]
  readonly groups: readonly Group[]
  /** The row of each span; `-1 - g` for one that is hidden in the group `g`. */
  readonly rowOf: Int32Array
  /** The group that each span is a member of, open or not; -1 for none. */
  readonly groupOf: Int32Array
  readonly height: number
  /** The last end, or the last start of what still runs, in milliseconds after zero. */
  readonly endMs: number
  readonly running: boolean
}

export function layoutTimeline(spans: readonly Span[], open: ReadonlySet<GroupKey> = new Set()): TimelineLayout {
  const tree = buildTree(spans)
  const rowOf = new Int32Array(spans.length)
  const groupOf = new Int32Array(spans.length).fill(-1)
  const rows: Row[] = []
  const groups: Group[] = []
  const work: Work = { tree, open, groups, groupOf }
  let height = 0
  const waiting = lanesBelow(work, [{ parent: -1, children: tree.roots }]).reverse()
  for (let lane = waiting.pop(); lane !== undefined; lane = waiting.pop()) {
    rows.push(placeLane(tree, groups, { lane, y: height, row: rows.length, rowOf }))
    height += lane.compact ? COMPACT_ROW.pitch : ROW.pitch
    const parents = lane.items
      .filter((item) => item >= 0)
      .map((parent) => ({ parent, children: childrenOf(tree, parent) }))
    // A stack, deepest first: the lanes of a bar follow it before its next sibling does.
    for (const below of lanesBelow(work, parents).reverse()) waiting.push(below)
  }
  return { tree, rows, groups, rowOf, groupOf, height, ...lastTime(tree) }
}

interface Placing {
  readonly lane: Lane
  readonly y: number
  readonly row: number
  readonly rowOf: Int32Array
}

function placeLane(tree: SpanTree, groups: Group[], { lane, y, row, rowOf }: Placing): Row {
  const starts = new Float64Array(lane.items.length)
  const ends = new Float64Array(lane.items.length)
  for (const [at, item] of lane.items.entries()) {
    const group = item < 0 ? groups[-1 - item] : undefined
    starts[at] = group?.start ?? tree.start[item] ?? 0
    ends[at] = group?.end ?? tree.end[item] ?? 0
    if (group === undefined) rowOf[item] = row
    else {
      groups[-1 - item] = { ...group, row }
      if (!group.open) hide(tree, rowOf, group.members, item)
    }
  }
  const { height } = lane.compact ? COMPACT_ROW : ROW
  return { y, height, compact: lane.compact, items: Int32Array.from(lane.items), starts, ends }
}

function hide(tree: SpanTree, rowOf: Int32Array, members: Int32Array, group: number): void {
  const waiting = [...members]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    rowOf[index] = group
    for (const child of childrenOf(tree, index)) waiting.push(child)
  }
}

export function childrenOf(tree: SpanTree, index: number): Int32Array {
  return tree.children.subarray(tree.childFrom[index], tree.childFrom[index + 1])
}

export function lastTime(tree: SpanTree): Pick<TimelineLayout, 'endMs' | 'running'> {
  let endMs = 0
  let running = false
  for (const [index, end] of tree.end.entries()) {
    const open = end === Number.POSITIVE_INFINITY
    running ||= open
    endMs = Math.max(endMs, open ? (tree.start[index] ?? 0) : end)
  }
  return { endMs, running }
}

/** The row that shows a span, itself or in its group. */
export function rowShowing(layout: TimelineLayout, index: number): Row | undefined {
  const place = layout.rowOf[index] ?? 0
  return layout.rows[place >= 0 ? place : (layout.groups[-1 - place]?.row ?? 0)]
}
