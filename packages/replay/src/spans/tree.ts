/**
 * Who hangs below whom, for records with any parents at all. Promises: every record is in the tree once, below a record
 * that leads to a root; a parent that is missing or that leads back to its child is cut and said so. Never recurses:
 * chains of many thousands are legal.
 */
import type { SpanRecord } from './record'

export type Break = 'missing parent' | 'cyclic parent' | 'repeated id'

export interface Placed {
  readonly record: SpanRecord
  /** Index of the parent record, or null for one at the top. */
  parent: number | null
  readonly breaks: Break[]
}

export function placeRecords(records: readonly SpanRecord[]): readonly Placed[] {
  const first = new Map<string, number>()
  const placed = records.map((record, index): Placed => {
    const repeated = record.id !== null && first.has(record.id)
    if (record.id !== null && !repeated) first.set(record.id, index)
    return { record, parent: null, breaks: repeated ? ['repeated id'] : [] }
  })
  for (const item of placed) findParent(item, first)
  cutCycles(placed)
  return placed
}

function findParent(item: Placed, first: ReadonlyMap<string, number>): void {
  if (item.record.parent === null) return
  item.parent = first.get(item.record.parent) ?? null
  if (item.parent === null) item.breaks.push('missing parent')
}

/** Walks up from each record in file order; a walk that meets itself has found a cycle, cut at its first record. */
function cutCycles(placed: readonly Placed[]): void {
  const walkOf = new Array<number>(placed.length).fill(-1)
  for (let walk = 0; walk < placed.length; walk++) {
    let at: number | null = walk
    while (at !== null && walkOf[at] === -1) {
      walkOf[at] = walk
      at = placed[at]?.parent ?? null
    }
    if (at !== null && walkOf[at] === walk) cut(placed, at)
  }
}

function cut(placed: readonly Placed[], onCycle: number): void {
  let first = onCycle
  for (let at = placed[onCycle]?.parent ?? onCycle; at !== onCycle; at = placed[at]?.parent ?? onCycle) {
    first = Math.min(first, at)
  }
  const item = placed[first]
  if (item === undefined) return
  item.parent = null
  item.breaks.push('cyclic parent')
}
