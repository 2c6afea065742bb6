/**
 * When a letter may be taken for a key of a question. Promises that running text never is: a letter counts only after a
 * moment without writing and without a card that came or changed, and never while the key is held down.
 */

/** Longer than the pause between two letters of somebody who writes, and than it takes to see that a card has come. */
export const QUIET_MS = 1_000

export interface QuestionKeys {
  /** A letter was written, somewhere on the page. */
  wrote(nowMs: number): void
  /** Writing was ended on purpose: the next letter is meant as a key. */
  ended(): void
  /** A card appeared, was answered, or went. */
  changed(nowMs: number): void
  listens(nowMs: number): boolean
}

export function createQuestionKeys(): QuestionKeys {
  let wroteMs = Number.NEGATIVE_INFINITY
  let changedMs = Number.NEGATIVE_INFINITY
  return {
    wrote(nowMs) {
      wroteMs = nowMs
    },
    ended() {
      wroteMs = Number.NEGATIVE_INFINITY
    },
    changed(nowMs) {
      changedMs = nowMs
    },
    listens: (nowMs) => nowMs - Math.max(wroteMs, changedMs) >= QUIET_MS,
  }
}

/** One page, one keyboard. */
export const questionKeys = createQuestionKeys()
