/** Work that is asked for more often than it should be done: at once after a quiet time, else once a pause, and never forgotten. */

export interface PacedPorts {
  readonly now: () => number
  /** Returns the cancel. */
  readonly later: (run: () => void, ms: number) => () => void
}

export interface Paced {
  readonly ask: () => void
  readonly stop: () => void
}

export function paced(work: () => void, pauseMs: number, { now, later }: PacedPorts): Paced {
  let cancel: (() => void) | null = null
  let doneAtMs = Number.NEGATIVE_INFINITY
  const run = () => {
    cancel = null
    doneAtMs = now()
    work()
  }
  return {
    ask() {
      if (cancel !== null) return
      const waitMs = doneAtMs + pauseMs - now()
      if (waitMs <= 0) run()
      else cancel = later(run, waitMs)
    },
    stop() {
      cancel?.()
      cancel = null
    },
  }
}
