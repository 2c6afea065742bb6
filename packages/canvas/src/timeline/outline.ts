/**
 * The timeline as a list to read: spans below their parents in the order of their start, a group in place of what it
 * hides and above what it shows. One walk without recursion, in arrays: a reader moves through it by place.
 */
import type { GroupKey } from './lanes'
import { childrenOf, type TimelineLayout } from './layout'

export interface Outline {
  readonly count: number
  /** A span's index, or `-1 - g` for a group. */
  readonly items: Int32Array
  readonly depth: Int32Array
  /** Place of the item above, -1 at the top. */
  readonly above: Int32Array
  /** Place among its siblings, from 1, and how many they are. */
  readonly nth: Int32Array
  readonly of: Int32Array
}

export function outlineOf(layout: TimelineLayout): Outline {
  const walk = new Walk(layout.tree.spans.length + layout.groups.length)
  walk.push(siblingsOf(layout, layout.tree.roots), -1, 0)
  for (let item = walk.next(); item !== null; item = walk.next()) {
    const group = item < 0 ? layout.groups[-1 - item] : undefined
    if (group === undefined) walk.push(siblingsOf(layout, childrenOf(layout.tree, item)), walk.place, walk.level + 1)
    else if (group.open) walk.push(group.members, walk.place, walk.level + 1)
  }
  return walk.outline()
}

/** Members of one group are one item, where the first of them stands. */
function siblingsOf({ groupOf }: TimelineLayout, children: Int32Array): ArrayLike<number> {
  if (!children.some((child) => (groupOf[child] ?? -1) >= 0)) return children
  const items = Array.from(children, (child) => {
    const group = groupOf[child] ?? -1
    return group < 0 ? child : -1 - group
  })
  return [...new Set(items)]
}

/** A stack of what is still to come, deepest first, and the columns of what has been. */
class Walk {
  readonly #columns: Record<'items' | 'depth' | 'above' | 'nth' | 'of', Int32Array>
  readonly #waiting: {
    readonly items: ArrayLike<number>
    at: number
    readonly above: number
    readonly depth: number
  }[] = []
  place = -1
  level = 0

  constructor(most: number) {
    const column = () => new Int32Array(most)
    this.#columns = { items: column(), depth: column(), above: column(), nth: column(), of: column() }
  }

  push(items: ArrayLike<number>, above: number, depth: number): void {
    if (items.length > 0) this.#waiting.push({ items, at: 0, above, depth })
  }

  next(): number | null {
    const top = this.#waiting.at(-1)
    if (top === undefined) return null
    const item = top.items[top.at] ?? 0
    top.at += 1
    if (top.at === top.items.length) this.#waiting.pop()
    this.place += 1
    this.level = top.depth
    const { items, depth, above, nth, of } = this.#columns
    items[this.place] = item
    depth[this.place] = top.depth
    above[this.place] = top.above
    nth[this.place] = top.at
    of[this.place] = top.items.length
    return item
  }

  outline(): Outline {
    const count = this.place + 1
    const { items, depth, above, nth, of } = this.#columns
    const cut = (column: Int32Array) => column.subarray(0, count)
    return { count, items: cut(items), depth: cut(depth), above: cut(above), nth: cut(nth), of: cut(of) }
  }
}

/** The key of the closed group that hides a span, for opening it when the span is selected. */
export function groupHiding(layout: TimelineLayout, index: number): GroupKey | null {
  const place = layout.rowOf[index] ?? 0
  return place >= 0 ? null : (layout.groups[-1 - place]?.key ?? null)
}
