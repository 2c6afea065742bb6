/** Time comes in from outside, so that the pure packages can be run under any clock. */
export interface Clock {
  /** Epoch milliseconds with fractions, from one anchor a process: never runs backwards. */
  now(): number
  /** Calls back once after `ms` milliseconds. Returns the cancel. */
  after(ms: number, run: () => void): () => void
}
