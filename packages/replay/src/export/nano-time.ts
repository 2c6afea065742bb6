/**
 * Epoch milliseconds with fractions as whole seconds and nanoseconds. Promises: no digit of the millisecond is lost, as it would
 * be in one number of nanoseconds; a time that the wire cannot hold (before 1970, after 2554) becomes the nearest that it can.
 */

/** What OpenTelemetry calls `HrTime`: seconds since 1970, and nanoseconds below one second. */
export type NanoTime = readonly [seconds: number, nanos: number]

const NANOS_A_SECOND = 1e9
const NANOS_A_MS = 1e6
/** 2^64 nanoseconds, the most of an unsigned field, in whole seconds. */
const MOST_SECONDS = 18_446_744_073

export function nanoTime(ms: number): NanoTime {
  if (!(ms > 0)) return [0, 0]
  const seconds = Math.floor(ms / 1000)
  if (seconds >= MOST_SECONDS) return [MOST_SECONDS, 0]
  // Both are exact in binary down to the last fraction, and so is their difference.
  const nanos = Math.round((ms - seconds * 1000) * NANOS_A_MS)
  return nanos < NANOS_A_SECOND ? [seconds, nanos] : [seconds + 1, 0]
}
