/** What is said about the thing under the pointer, and where. */
import type { SpanWords } from '@belay/canvas'

export interface Tip {
  readonly words: SpanWords
  /** How many spans the bar under the pointer stands for; 1 for anything alone. */
  readonly merged: number
  /** The pointer, in pixels from the board's corner, and the board's size, which the words do not leave. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The same words at the same place need not be said again. */
export function sameTip(a: Tip | null, b: Tip | null): boolean {
  if (a === null || b === null) return a === b
  return a.x === b.x && a.y === b.y && a.words.title === b.words.title && a.words.facts.join() === b.words.facts.join()
}
