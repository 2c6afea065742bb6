/** Where a key leads in a turn that is walked through event by event. */
export interface WalkKey {
  readonly key: string
  readonly shiftKey: boolean
}

/** Shift goes this many at once. */
const STRIDE = 10

/**
 * `at` counts from 1 and is null where nobody walks yet: then all of the turn is shown, as after its last event. Null for a
 * key that means nothing here.
 */
export function walkStep({ key, shiftKey }: WalkKey, at: number | null, count: number): number | null {
  const by = shiftKey ? STRIDE : 1
  const clamp = (event: number) => Math.max(1, Math.min(event, count))
  if (count === 0) return null
  switch (key) {
    case 'ArrowLeft':
    case ',':
    case '<':
      return clamp((at ?? count) - by)
    case 'ArrowRight':
    case '.':
    case '>':
      return clamp(at === null ? 1 : at + by)
    case 'Home':
      return at === null ? null : 1
    case 'End':
      return at === null ? null : count
    default:
      return null
  }
}
