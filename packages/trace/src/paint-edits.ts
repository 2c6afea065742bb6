/**
 * Which edit decides over each row: a rewind, the latest fold, or none. One walk over the edits and one over the rows that
 * they reach, however much they lie over one another.
 */
import type { HistoryEdit } from './history-view'

/** Beside these a cover is the index of the fold that a row stands in. */
export const SHOWN = -1
const GONE = -2

interface Tagged {
  readonly tag: number
}

/** `inputs` are the places of inputs, in order: the newest of an edit's time is not covered by it. */
export function paintEdits(
  placed: readonly Tagged[],
  inputs: readonly number[],
  edits: readonly HistoryEdit[],
): readonly number[] {
  if (edits.length === 0) return []
  const canvas = new Canvas(placed, inputs)
  const standing = standingOf(edits)
  for (const { edit } of standing) if (edit.do === 'rewind') canvas.paint(edit.tag + 1, edit.upTo, { edit, as: GONE })
  // The latest first: what is painted stays as it is.
  for (const { edit, index } of standing.reverse())
    if (edit.do === 'collapse') canvas.paint(edit.from, Math.min(edit.to, edit.upTo), { edit, as: index })
  return canvas.covers
}

interface Standing {
  readonly edit: HistoryEdit
  readonly index: number
}

/** Edits that still hold: an expansion takes back the latest fold that begins at its tag. */
function standingOf(edits: readonly HistoryEdit[]): Standing[] {
  const foldsAt = new Map<number, number[]>()
  const taken = new Set<number>()
  for (const [index, edit] of edits.entries()) {
    if (edit.do === 'collapse') {
      const folds = foldsAt.get(edit.from)
      if (folds === undefined) foldsAt.set(edit.from, [index])
      else folds.push(index)
    }
    const last = edit.do === 'expand' ? foldsAt.get(edit.tag)?.pop() : undefined
    if (last !== undefined) taken.add(last)
  }
  return edits.flatMap((edit, index) => (edit.do === 'expand' || taken.has(index) ? [] : [{ edit, index }]))
}

class Canvas {
  readonly covers: number[]
  /** Of each place the next that is not painted, itself included. */
  private readonly next: number[]

  constructor(
    private readonly placed: readonly Tagged[],
    private readonly inputs: readonly number[],
  ) {
    this.covers = placed.map(() => SHOWN)
    this.next = Array.from({ length: placed.length + 1 }, (_, place) => place)
  }

  /** From one tag to another, both of them too. */
  paint(from: number, to: number, { edit, as }: { readonly edit: HistoryEdit; readonly as: number }): void {
    const end = firstWhere(this.placed.length, (place) => this.tagAt(place) > to)
    const newest = this.newestInput(edit.upTo)
    let place = this.free(firstWhere(this.placed.length, (each) => this.tagAt(each) >= from))
    while (place < end) {
      if (place !== newest) {
        this.covers[place] = as
        this.next[place] = place + 1
      }
      place = this.free(place + 1)
    }
  }

  private newestInput(upTo: number): number {
    const behind = firstWhere(this.inputs.length, (index) => this.tagAt(this.inputs[index] ?? 0) > upTo)
    return this.inputs[behind - 1] ?? -1
  }

  private tagAt(place: number): number {
    return this.placed[place]?.tag ?? Number.POSITIVE_INFINITY
  }

  private free(from: number): number {
    let place = from
    while ((this.next[place] ?? place) !== place) {
      const beyond = this.next[place] ?? place
      this.next[place] = this.next[beyond] ?? beyond
      place = this.next[place] ?? beyond
    }
    return place
  }
}

/** The first of `count` for which it holds, where it holds for all behind that too; `count` where for none. */
function firstWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
