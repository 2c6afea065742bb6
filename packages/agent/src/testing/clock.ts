/** A clock that only moves when a test says so, or, where it is `eager`, as soon as something waits on it. */
import type { Clock } from '@belay/trace'

export interface FakeClock extends Clock {
  /** Moves on, running what falls due, in order. */
  advance(ms: number): void
  /** How many things wait. */
  waiting(): number
}

interface Timer {
  readonly at: number
  readonly run: () => void
}

export function createClock(startMs = 0): FakeClock {
  let nowMs = startMs
  let timers: readonly Timer[] = []
  const due = (until: number) => timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
  return {
    now: () => nowMs,
    after(ms, run) {
      const timer: Timer = { at: nowMs + ms, run }
      timers = [...timers, timer]
      return () => {
        timers = timers.filter((each) => each !== timer)
      }
    },
    advance(ms) {
      const until = nowMs + ms
      for (let timer = due(until); timer !== undefined; timer = due(until)) {
        timers = timers.filter((each) => each !== timer)
        nowMs = Math.max(nowMs, timer.at)
        timer.run()
      }
      nowMs = until
    },
    waiting: () => timers.length,
  }
}
