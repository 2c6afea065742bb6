/**
 * The conversation as requests are built from it: the committed rows, seen through what compaction and hooks at
 * `memory.keep` did to the view. The rows themselves are never changed.
 */
import type { TranscriptRow } from './transcript'

/** `tag` and the ends of a range are row ids. Each edit reaches only rows that were committed by then (`upTo`). */
export type HistoryEdit =
  /** Rows behind `tag` leave the view. */
  | { readonly do: 'rewind'; readonly tag: number; readonly upTo: number }
  /** The rows `from` to `to`, both of them too, stand in the view as one summary. */
  | {
      readonly do: 'collapse'
      readonly from: number
      readonly to: number
      readonly summary: string
      readonly upTo: number
    }
  /** The summary that begins at `tag` is unfolded into what it replaced. */
  | { readonly do: 'expand'; readonly tag: number; readonly upTo: number }

export type ViewItem =
  | { readonly kind: 'row'; readonly tag: number; readonly row: TranscriptRow }
  | { readonly kind: 'summary'; readonly tag: number; readonly to: number; readonly text: string }

/** `rows` are the effective ones (replaced ones left out), in order; edits in the order in which they were made. */
export function viewOf(rows: readonly TranscriptRow[], edits: readonly HistoryEdit[]): readonly ViewItem[] {
  const items = rows.map((row): ViewItem => ({ kind: 'row', tag: placeOf(row), row }))
  if (edits.length === 0) return items
  const standing = standingOf(edits)
  const shown: ViewItem[] = []
  for (const item of items) {
    if (standing.some((edit) => edit.do === 'rewind' && item.tag > edit.tag && item.tag <= edit.upTo)) continue
    const fold = outermost(standing, item.tag)
    if (fold === null) shown.push(item)
    else if (shown.at(-1)?.tag !== fold.from || shown.at(-1)?.kind !== 'summary')
      shown.push({ kind: 'summary', tag: fold.from, to: fold.to, text: fold.summary })
  }
  return shown
}

type Fold = Extract<HistoryEdit, { do: 'collapse' }>
type Standing = Exclude<HistoryEdit, { do: 'expand' }>

/** Edits that still hold: an expansion takes back the latest fold that begins at its tag. */
function standingOf(edits: readonly HistoryEdit[]): readonly Standing[] {
  let standing: readonly Standing[] = []
  for (const edit of edits) {
    if (edit.do !== 'expand') standing = [...standing, edit]
    else {
      const last = standing.findLastIndex((one) => one.do === 'collapse' && one.from === edit.tag)
      standing = standing.filter((_, index) => index !== last)
    }
  }
  return standing
}

/** A later fold may hold earlier ones. */
function outermost(standing: readonly Standing[], tag: number): Fold | null {
  const found = standing.findLast((edit): edit is Fold => edit.do === 'collapse' && edit.from <= tag && tag <= edit.to)
  return found ?? null
}

/** A row that takes the place of an earlier one stands, and is named, where it was committed itself. */
function placeOf(row: TranscriptRow): number {
  return row.id
}
