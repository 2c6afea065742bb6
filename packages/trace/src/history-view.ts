/**
 * The conversation as requests are built from it: the committed rows, seen through what compaction and hooks at
 * `memory.keep` did to the view. The rows themselves are never changed. Whatever is edited, results stay with the reply
 * that called for them, and the newest input of its time stays in the view.
 */
import { HistoryView } from './history'
import type { TranscriptRow } from './transcript'

/**
 * `tag` and the ends of a range are row ids; a row that takes the place of an earlier one goes by the first one's. Each edit
 * reaches only rows that were committed by then (`upTo`), and results of theirs.
 */
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

/** `rows` are all that were committed, in order, replaced ones among them; edits in the order in which they were made. */
export function viewOf(rows: readonly TranscriptRow[], edits: readonly HistoryEdit[]): readonly ViewItem[] {
  return new HistoryView(rows, edits).items()
}

/** A row that takes the place of an earlier one stands where that one stood. */
export function effectiveRows(rows: readonly TranscriptRow[]): readonly TranscriptRow[] {
  return new HistoryView(rows, []).rows()
}
