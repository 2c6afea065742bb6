/** Calm motion: short, eased, and none at all for those who asked for none. */
export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** From 0 to 1, fast at first and settling. */
export function ease(share: number): number {
  const left = 1 - Math.min(Math.max(share, 0), 1)
  return 1 - left * left * left
}

/** A verdict's pulse: how long it can be seen. */
export const PULSE_MS = 1_100

/** The breath of what is live: 0 to 1 and back, every two seconds. */
export function breath(timeMs: number): number {
  return 0.5 - 0.5 * Math.cos((timeMs / 2_000) * 2 * Math.PI)
}
