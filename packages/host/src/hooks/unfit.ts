/** An attachment and a file that does not take all of it any more: what of it goes on, and what is said. Pure. */
import type { Attachment, PointId, Unfit } from '@belay/trace'
import type { LibraryHook } from './library'

export function misfit(message: string): string {
  return `its parameters do not fit: ${message}`
}

/** Points at which it was attached and does not stand any more, in words; null where it stands at all of them. */
export function pointsGone({ points, onFailure }: PointsAsked, stands: readonly PointId[]): Unfit | null {
  const gone = points.filter((point) => !stands.includes(point))
  if (gone.length === 0) return null
  const only = `it is not at ${gone.join(', ')} any more, only at ${stands.join(', ')}`
  const refuses = gone.length < points.length && onFailure !== 'open' ? `, and fails ${onFailure} there` : ''
  return { why: `${only}${refuses}; attach it anew`, points: gone }
}

type PointsAsked = Pick<Attachment, 'points' | 'onFailure'>

/** Nothing of it runs. */
export function unfitAs(hook: LibraryHook, { points }: Attachment, why: string): LibraryHook {
  const { stale: _, versionAt: __, ...rest } = hook
  return { ...rest, version: null, error: { file: hook.file, line: null, message: why }, unfit: { why, points } }
}
