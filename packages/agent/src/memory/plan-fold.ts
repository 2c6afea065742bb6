/** Which part of a conversation a compaction folds: all but its newest part. Pure; never splits a call from its results. */
import type { ViewItem } from '@belay/trace'
import { tokensOfItem } from './size'

export interface Fold {
  readonly from: number
  readonly to: number
  readonly items: readonly ViewItem[]
}

export interface FoldBounds {
  /** The tag of the newest input: it stays whatever is folded around it. */
  readonly newest: number | null
  /** Tokens of the newest part that stays as it is. */
  readonly keep: number
  /** Characters beyond which a message is cut anyway. */
  readonly limit: number
}

/** Null where there is nothing that a summary could make smaller. */
export function planFold(items: readonly ViewItem[], bounds: FoldBounds): Fold | null {
  const end = startOfUnit(items, newestPart(items, bounds))
  const folded = items.slice(0, end).filter((item) => item.kind === 'summary' || item.tag !== bounds.newest)
  const [first] = folded
  const isNews = folded.filter((item) => item.kind === 'row').length > 1
  if (first === undefined || !isNews) return null
  const to = folded.reduce((most, item) => Math.max(most, item.kind === 'summary' ? item.to : item.tag), first.tag)
  return { from: first.tag, to, items: folded }
}

/** Where the newest part begins: the last message belongs to it, however long it is. */
function newestPart(items: readonly ViewItem[], { keep, limit }: FoldBounds): number {
  let left = keep
  for (let index = items.length - 1; index > 0; index -= 1) {
    const item = items[index]
    if (item !== undefined) left -= tokensOfItem(item, limit)
    if (left < 0) return Math.min(index + 1, items.length - 1)
  }
  return 0
}

/** Results stay with the reply that called for them. */
function startOfUnit(items: readonly ViewItem[], from: number): number {
  let at = from
  while (at > 0 && isResult(items[at])) at -= 1
  return at
}

function isResult(item: ViewItem | undefined): boolean {
  return item?.kind === 'row' && item.row.kind === 'result'
}
