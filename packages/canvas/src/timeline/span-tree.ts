/**
 * Spans as a forest, in arrays by index: parents, children in order, how far each subtree reaches in time.
 * Total for any input: an unknown parent or one of a cycle makes a root, a missing time is zero, an end before its start
 * is the start. Nothing here calls itself, so that a chain of any depth can be walked.
 */
import type { Span, SpanId } from '@belay/trace'

export interface SpanTree {
  readonly spans: readonly Span[]
  readonly indexOf: ReadonlyMap<SpanId, number>
  /** The epoch milliseconds that are the timeline's zero. */
  readonly baseMs: number
  /** Milliseconds after zero. */
  readonly start: Float64Array
  /** Infinity while running. */
  readonly end: Float64Array
  /** -1 for a root. */
  readonly parent: Int32Array
  /** Children of `i` are `children[childFrom[i] … childFrom[i + 1])`, by the start of their reach. */
  readonly childFrom: Int32Array
  readonly children: Int32Array
  readonly roots: Int32Array
  /** The time that a span and all below it take, one without length a hair of it: its instant is its own. */
  readonly reachStart: Float64Array
  readonly reachEnd: Float64Array
  /** Spans below, at any depth. */
  readonly below: Int32Array
}

/** `zeroMs`: the timeline's zero where it is not the earliest start. */
export function buildTree(spans: readonly Span[], zeroMs?: number): SpanTree {
  const indexOf = new Map<SpanId, number>()
  for (const [index, span] of spans.entries()) if (!indexOf.has(span.id)) indexOf.set(span.id, index)
  const baseMs = zeroMs ?? earliest(spans)
  const start = Float64Array.from(spans, (span) => finiteOr(span.start, baseMs) - baseMs)
  const end = Float64Array.from(spans, (span, index) => endOf(span, baseMs, start[index] ?? 0))
  const parent = parentsOf(spans, indexOf)
  const { childFrom, children, roots } = childrenOf(parent)
  const reach = reachOf({ start, end, parent, childFrom, children, roots })
  sortSiblings(children, childFrom, roots, reach.reachStart)
  return { spans, indexOf, baseMs, start, end, parent, childFrom, children, roots, ...reach }
}

function earliest(spans: readonly Span[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const { start } of spans) if (start < least) least = start
  return Number.isFinite(least) ? least : 0
}

function finiteOr(value: number, otherwise: number): number {
  return Number.isFinite(value) ? value : otherwise
}

function endOf(span: Span, baseMs: number, start: number): number {
  if (span.end === null) return Number.POSITIVE_INFINITY
  return Math.max(finiteOr(span.end, baseMs + start) - baseMs, start)
}

function parentsOf(spans: readonly Span[], indexOf: ReadonlyMap<SpanId, number>): Int32Array {
  const parent = Int32Array.from(spans, ({ parent }) => (parent === null ? -1 : (indexOf.get(parent) ?? -1)))
  cutCycles(parent)
  return parent
}

/** Walks up from each span; meeting its own trail means a cycle, which is cut where it closes. */
function cutCycles(parent: Int32Array): void {
  const trail = new Int32Array(parent.length)
  for (let from = 0; from < parent.length; from += 1) {
    let at = from
    while (at >= 0 && trail[at] === 0) {
      trail[at] = from + 1
      const next = parent[at] ?? -1
      if (next >= 0 && trail[next] === from + 1) parent[at] = -1
      at = parent[at] ?? -1
    }
  }
}

type Kinship = Pick<SpanTree, 'childFrom' | 'children' | 'roots'>

function childrenOf(parent: Int32Array): Kinship {
  const count = parent.length
  const childFrom = new Int32Array(count + 1)
  for (const above of parent) if (above >= 0) childFrom[above + 1] = (childFrom[above + 1] ?? 0) + 1
  for (let index = 0; index < count; index += 1)
    childFrom[index + 1] = (childFrom[index + 1] ?? 0) + (childFrom[index] ?? 0)
  const next = childFrom.slice(0, count)
  const children = new Int32Array(childFrom[count] ?? 0)
  const roots: number[] = []
  for (let index = 0; index < count; index += 1) {
    const above = parent[index] ?? -1
    if (above < 0) roots.push(index)
    else {
      const place = next[above] ?? 0
      children[place] = index
      next[above] = place + 1
    }
  }
  return { childFrom, children, roots: Int32Array.from(roots) }
}

function reachOf(
  tree: Kinship & Pick<SpanTree, 'start' | 'end' | 'parent'>,
): Pick<SpanTree, 'reachStart' | 'reachEnd' | 'below'> {
  const reachStart = tree.start.slice()
  const reachEnd = tree.end.map((end, index) => (end === tree.start[index] ? nextUp(end) : end))
  const below = new Int32Array(tree.start.length)
  const order = parentsFirst(tree)
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const index = order[at] ?? 0
    const above = tree.parent[index] ?? -1
    if (above < 0) continue
    reachStart[above] = Math.min(reachStart[above] ?? 0, reachStart[index] ?? 0)
    reachEnd[above] = Math.max(reachEnd[above] ?? 0, reachEnd[index] ?? 0)
    below[above] = (below[above] ?? 0) + (below[index] ?? 0) + 1
  }
  return { reachStart, reachEnd, below }
}

/** The smallest step above. */
function nextUp(value: number): number {
  return value + Math.max(Math.abs(value) * Number.EPSILON, Number.MIN_VALUE)
}

function parentsFirst({ roots, childFrom, children }: Kinship): Int32Array {
  const order = new Int32Array(childFrom.length - 1)
  order.set(roots)
  let filled = roots.length
  for (let at = 0; at < filled; at += 1) {
    const index = order[at] ?? 0
    const own = children.subarray(childFrom[index], childFrom[index + 1])
    order.set(own, filled)
    filled += own.length
  }
  return order
}

function sortSiblings(children: Int32Array, childFrom: Int32Array, roots: Int32Array, key: Float64Array): void {
  sortBy(roots, key)
  for (let index = 0; index + 1 < childFrom.length; index += 1) {
    const from = childFrom[index] ?? 0
    const to = childFrom[index + 1] ?? 0
    if (to - from > 1) sortBy(children.subarray(from, to), key)
  }
}

/** By key, then as given. Logs come in order: most often there is nothing to do. */
function sortBy(indices: Int32Array, key: Float64Array): void {
  for (let at = 1; at < indices.length; at += 1) {
    if ((key[indices[at - 1] ?? 0] ?? 0) > (key[indices[at] ?? 0] ?? 0)) {
      indices.sort((a, b) => (key[a] ?? 0) - (key[b] ?? 0) || a - b)
      return
    }
  }
}
