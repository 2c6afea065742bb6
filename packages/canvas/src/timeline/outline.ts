/**
 * The timeline as a list to read: spans below their parents in the order of their start, closed groups in place of what
 * they hide. One walk without recursion; a reader moves through it by place.
 */
import type { GroupKey } from './lanes'
import { childrenOf, type TimelineLayout } from './layout'

export interface Outline {
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
  const entries: Entry[] = []
  const waiting = entriesBelow(layout, layout.tree.roots, { above: -1, depth: 0 }).reverse()
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const place = entries.push(entry) - 1
    const at = { above: place, depth: entry.depth + 1 }
    const below =
      entry.item < 0 ? membersOf(layout, entry.item, at) : entriesBelow(layout, childrenOf(layout.tree, entry.item), at)
    for (const child of below.reverse()) waiting.push(child)
  }
  const column = (of: (entry: Entry) => number) => Int32Array.from(entries, of)
  return {
    items: column(({ item }) => item),
    depth: column(({ depth }) => depth),
    above: column(({ above }) => above),
    nth: column(({ nth }) => nth),
    of: column(({ of }) => of),
  }
}

interface Entry {
  readonly item: number
  readonly depth: number
  readonly above: number
  readonly nth: number
  readonly of: number
}

function entriesBelow(layout: TimelineLayout, children: Int32Array, at: Pick<Entry, 'above' | 'depth'>): Entry[] {
  const items: number[] = []
  const seen = new Set<number>()
  for (const child of children) {
    const group = layout.groupOf[child] ?? -1
    if (group < 0) items.push(child)
    else if (!seen.has(group)) {
      seen.add(group)
      items.push(-1 - group)
    }
  }
  return numbered(items, at)
}

function membersOf(layout: TimelineLayout, item: number, at: Pick<Entry, 'above' | 'depth'>): Entry[] {
  const group = layout.groups[-1 - item]
  return group?.open ? numbered([...group.members], at) : []
}

function numbered(items: readonly number[], at: Pick<Entry, 'above' | 'depth'>): Entry[] {
  return items.map((item, index) => ({ item, ...at, nth: index + 1, of: items.length }))
}

/** Keys of the closed groups that hide a span, for opening them when it is selected. */
export function groupHiding(layout: TimelineLayout, index: number): GroupKey | null {
  const place = layout.rowOf[index] ?? 0
  return place >= 0 ? null : (layout.groups[-1 - place]?.key ?? null)
}
