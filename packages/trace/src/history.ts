/**
 * A session's view that grows with it. Promises: adding a row costs the same however many there are, and an edit one walk
 * over the rows.
 */
import type { HistoryEdit, ViewItem } from './history-view'
import type { CallId } from './ids'
import { paintEdits, SHOWN } from './paint-edits'
import type { TranscriptRow } from './transcript'

export interface PlacedRow {
  /** The id of the first row that stood here. */
  readonly tag: number
  readonly row: TranscriptRow
}

export class HistoryView {
  /** By place, in order. */
  private readonly placed: PlacedRow[] = []
  /** Row ids, and where the row stands. */
  private readonly places = new Map<number, number>()
  private readonly callers = new Map<CallId, number>()
  /** Places of what persons and the world said. */
  private readonly inputs: number[] = []
  private readonly made: HistoryEdit[]
  /** The last row that an edit reaches. */
  private reach = 0
  private last = 0
  private covers: readonly number[] | null = null
  private view: ViewItem[] | null = null
  private effective: TranscriptRow[] | null = null

  constructor(rows: readonly TranscriptRow[], edits: readonly HistoryEdit[]) {
    this.made = [...edits]
    this.reach = edits.reduce((most, { upTo }) => Math.max(most, upTo), 0)
    for (const row of rows) this.place(row)
  }

  add(row: TranscriptRow): void {
    const isNew = this.place(row)
    if (isNew) this.effective?.push(row)
    else this.effective = null
    if (isNew && row.id > this.reach) this.show({ kind: 'row', tag: row.id, row })
    else this.forget()
  }

  edit(edit: HistoryEdit): void {
    this.made.push(edit)
    this.reach = Math.max(this.reach, edit.upTo)
    this.forget()
  }

  /** As it stands. It grows with rows that are added, until something else changes it: then there is a new one. */
  items(): readonly ViewItem[] {
    this.view ??= this.look()
    return this.view
  }

  /** The rows as they stand, whatever edits did to the view. Grows like the view. */
  rows(): readonly TranscriptRow[] {
    this.effective ??= this.placed.map(({ row }) => row)
    return this.effective
  }

  /** The row that stands where the one with this id was committed. */
  rowAt(id: number): PlacedRow | null {
    const place = this.places.get(id)
    return place === undefined ? null : (this.placed[place] ?? null)
  }

  /** The tag of the newest input, which no edit takes out of the view; null where nothing was said. */
  newestInput(): number | null {
    const place = this.inputs.at(-1)
    return place === undefined ? null : (this.placed[place]?.tag ?? null)
  }

  edits(): readonly HistoryEdit[] {
    return this.made
  }

  /** The id of the last row; 0 before the first. */
  lastId(): number {
    return this.last
  }

  /** Whether it stands in a place of its own. */
  private place(row: TranscriptRow): boolean {
    this.last = Math.max(this.last, row.id)
    const before = row.replaces === null ? undefined : this.places.get(row.replaces)
    const place = before ?? this.placed.length
    this.places.set(row.id, place)
    this.placed[place] = { tag: this.placed[place]?.tag ?? row.id, row }
    if (row.kind === 'reply') for (const call of row.calls) this.callers.set(call.id, place)
    if (before === undefined && isSaid(row)) this.inputs.push(place)
    return before === undefined
  }

  /** A result stands or goes with the reply that called for it. */
  private unitOf({ row }: PlacedRow, place: number): number {
    return row.kind === 'result' ? (this.callers.get(row.call) ?? place) : place
  }

  private look(): ViewItem[] {
    const covers = this.painted()
    const told = new Set<number>()
    const shown: ViewItem[] = []
    for (const [place, placed] of this.placed.entries()) {
      const cover = covers[this.unitOf(placed, place)] ?? SHOWN
      if (cover === SHOWN) shown.push({ kind: 'row', ...placed })
      const fold = this.made[cover]
      if (fold?.do !== 'collapse' || told.has(cover)) continue
      told.add(cover)
      shown.push({ kind: 'summary', tag: fold.from, to: fold.to, text: fold.summary })
    }
    return shown
  }

  private show(item: ViewItem & { readonly kind: 'row' }): void {
    if (this.view === null) return
    const cover = this.painted()[this.unitOf(item, this.placed.length - 1)] ?? SHOWN
    if (cover === SHOWN) this.view.push(item)
  }

  private forget(): void {
    this.covers = null
    this.view = null
  }

  private painted(): readonly number[] {
    this.covers ??= paintEdits(this.placed, this.inputs, this.made)
    return this.covers
  }
}

/** What hooks and the loop put beside a conversation is no input of its own. */
function isSaid(row: TranscriptRow): boolean {
  if (row.kind !== 'input') return false
  return row.origin !== 'hook' && row.origin !== 'reminder' && row.origin !== 'loop'
}
