/**
 * What of a turn to show where somebody begins to walk through it: a question that waited for minutes leaves nothing of all
 * that came before it but a few pixels. Pure.
 */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

interface Around {
  /** When something happened, in order; the last is the end of the turn, or now. */
  readonly timesMs: readonly number[]
  readonly atMs: number
  readonly widthPx: number
}

/** Narrower, what happened around the playhead is a smear. */
const READABLE_PX = 120
/** A wait that takes this share of what is in view is what squeezes the rest; a short one is part of what happened. */
const LONG_WAIT = { share: 0.5, leastMs: 10_000 } as const
/** How much of the wait stays in view, so that it is seen to go on. */
const REST = { share: 0.2, leastMs: 100 } as const

/** Null where all of it can be read. */
export function rangeAround({ timesMs, atMs, widthPx }: Around): TimeRange | null {
  let [from, to] = [0, timesMs.length - 1]
  const whole = to
  for (;;) {
    const wait = longestWait(timesMs, from, to)
    const length = between(timesMs, from, to)
    if (wait === null || between(timesMs, wait, wait + 1) < Math.max(length * LONG_WAIT.share, LONG_WAIT.leastMs)) break
    const side: readonly [number, number] = atMs <= (timesMs[wait] ?? 0) ? [from, wait] : [wait + 1, to]
    if ((between(timesMs, ...side) / length) * widthPx >= READABLE_PX) break
    ;[from, to] = side
  }
  if (from === 0 && to === whole) return null
  const rest = Math.max(between(timesMs, from, to) * REST.share, REST.leastMs)
  return {
    fromMs: Math.max(timesMs[0] ?? 0, (timesMs[from] ?? 0) - (from === 0 ? 0 : rest)),
    toMs: (timesMs[to] ?? 0) + (to === whole ? 0 : rest),
  }
}

function between(timesMs: readonly number[], from: number, to: number): number {
  return (timesMs[to] ?? 0) - (timesMs[from] ?? 0)
}

/** By the time that it begins with. */
function longestWait(timesMs: readonly number[], from: number, to: number): number | null {
  let longest: number | null = null
  for (let at = from; at < to; at += 1)
    if (longest === null || between(timesMs, at, at + 1) > between(timesMs, longest, longest + 1)) longest = at
  return longest
}
