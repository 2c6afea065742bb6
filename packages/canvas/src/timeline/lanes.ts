/**
 * The lanes below a bar: its children in bands by kind, each band packed into lanes of its own. Parents that take turns
 * share their lanes, so that lane 0 of each is lane 0 of all. A stretch of siblings that needs more than `MOST_LANES` lanes
 * is a group; what came before and after it under the same parent is not.
 */
import { ATTR, type Span } from '@belay/trace'
import { packLanes, stretches } from './pack-lanes'
import type { SpanTree } from './span-tree'

export const MOST_LANES = 12

export type GroupKey = string

/** Siblings at one time that need more lanes than are shown, as one bar. An open one has its members in the lanes below it. */
export interface Group {
  readonly key: GroupKey
  readonly open: boolean
  /** Index of the span they are under, -1 at the top. */
  readonly parent: number
  readonly members: Int32Array
  /** Members and all spans below them. */
  readonly hidden: number
  readonly start: number
  readonly end: number
  readonly label: string
  readonly row: number
}

export interface Lane {
  readonly items: readonly number[]
  readonly compact: boolean
}

export interface Family {
  readonly parent: number
  /** By the start of their reach. */
  readonly children: Int32Array
}

export interface Work {
  readonly tree: SpanTree
  readonly open: ReadonlySet<GroupKey>
  readonly groups: Group[]
  readonly groupOf: Int32Array
}

const BANDS = ['hook', 'step', 'model', 'tool', 'agent'] as const
type Band = (typeof BANDS)[number]

/** The tool that starts agents, and whatever call is known to have started one. */
const SPAWN = 'agents.spawn'

function bandOf(span: Span | undefined): Band {
  switch (span?.kind) {
    case 'hook':
      return 'hook'
    case 'turn':
    case 'step':
      return 'step'
    case 'model':
    case 'compaction':
      return 'model'
    case 'tool':
    case 'inner':
      return span.name === SPAWN || span.attributes[ATTR.childSession] !== undefined ? 'agent' : 'tool'
    case undefined:
      return 'tool'
  }
}

/** The lanes of all children of parents that take turns: lane 0 of each is lane 0 of all. */
export function lanesBelow(work: Work, families: readonly Family[]): Lane[] {
  const lanes: Lane[] = []
  const byBand = families.map((family) => splitByBand(work.tree, family))
  for (const band of BANDS) {
    const merged: number[][] = []
    for (const [at, family] of families.entries()) {
      const members = byBand[at]?.[band] ?? []
      const intervals = { order: members, start: work.tree.reachStart, end: work.tree.reachEnd }
      for (const stretch of stretches(intervals))
        addStretch(work, merged, { parent: family.parent, band, members: stretch })
    }
    for (const items of merged) lanes.push({ items, compact: band === 'hook' })
  }
  return lanes
}

function splitByBand({ spans }: SpanTree, { children }: Family): Record<Band, number[]> {
  const split: Record<Band, number[]> = { hook: [], step: [], model: [], tool: [], agent: [] }
  for (const child of children) split[bandOf(spans[child])].push(child)
  return split
}

interface Siblings {
  readonly parent: number
  readonly band: Band
  readonly members: readonly number[]
}

function addStretch(work: Work, merged: number[][], siblings: Siblings): void {
  const [only] = siblings.members
  if (siblings.members.length === 1 && only !== undefined) {
    laneAt(merged, 0).push(only)
    return
  }
  const intervals = { order: siblings.members, start: work.tree.reachStart, end: work.tree.reachEnd }
  const lanes = packLanes(intervals, MOST_LANES)
  if (lanes !== null) {
    addLanes(merged, siblings.members, { lanes, below: 0 })
    return
  }
  const group = makeGroup(work, siblings)
  laneAt(merged, 0).push(-work.groups.push(group))
  for (const member of siblings.members) work.groupOf[member] = work.groups.length - 1
  const all = group.open ? packLanes(intervals, Number.POSITIVE_INFINITY) : null
  if (all !== null) addLanes(merged, siblings.members, { lanes: all, below: 1 })
}

function addLanes(merged: number[][], members: readonly number[], at: { lanes: Int32Array; below: number }): void {
  for (const [place, member] of members.entries()) laneAt(merged, at.below + (at.lanes[place] ?? 0)).push(member)
}

function laneAt(merged: number[][], lane: number): number[] {
  const known = merged[lane]
  if (known !== undefined) return known
  const fresh: number[] = []
  merged[lane] = fresh
  return fresh
}

const PLURAL: Readonly<Record<Band, string>> = {
  hook: 'hooks',
  step: 'steps',
  model: 'model calls',
  tool: 'calls',
  agent: 'agents',
}

function makeGroup({ tree, open }: Work, { parent, band, members }: Siblings): Group {
  // The first of a stretch stays the first while it grows, so that an open group stays open.
  const key: GroupKey = `${tree.spans[members[0] ?? 0]?.id ?? ''}:${band}`
  return {
    key,
    open: open.has(key),
    parent,
    members: Int32Array.from(members),
    hidden: members.reduce((sum, member) => sum + 1 + (tree.below[member] ?? 0), 0),
    start: members.reduce((least, member) => Math.min(least, tree.reachStart[member] ?? 0), Number.POSITIVE_INFINITY),
    end: members.reduce((most, member) => Math.max(most, tree.reachEnd[member] ?? 0), 0),
    label: groupLabel(tree, members),
    row: -1,
  }
}

/** What several of a span's siblings are called. */
export function pluralOf(span: Span | undefined): string {
  return PLURAL[bandOf(span)]
}

/** `40 × Read`, or `12 calls` where they have different names. */
export function groupLabel({ spans }: SpanTree, members: ArrayLike<number>): string {
  const own = Array.from(members, (member) => spans[member])
  const names = new Set(own.map((span) => span?.name))
  const [name] = names
  return names.size === 1 && name !== undefined ? `${own.length} × ${name}` : `${own.length} ${PLURAL[bandOf(own[0])]}`
}
