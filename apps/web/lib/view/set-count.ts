/** What came of attaching a set: how much of it is new, and that nothing is where all of it was there. */
import type { Attachment } from '@belay/trace'

export interface MeantSet {
  /** `careful`, `the hooks of Clean up`. */
  readonly called: string
  /** How many hooks it has; null where that is not known here. */
  readonly size: number | null
}

interface Attached extends MeantSet {
  readonly before: readonly Pick<Attachment, 'id'>[]
  readonly after: readonly Pick<Attachment, 'id'>[]
}

/** Empty where all of it is new: then the name of the edit says it. */
export function setCountText({ called, size, before, after }: Attached): string {
  const fresh = after.filter(({ id }) => !before.some((hook) => hook.id === id)).length
  if (fresh === 0 && after.length === before.length)
    return size === null ? `All ${called} are attached already.` : `All of ${called} is attached already.`
  // What was replaced is counted among what is there now.
  const there = (size ?? fresh) - fresh
  return there <= 0 ? '' : `${fresh} attached, ${there} ${there === 1 ? 'was' : 'were'} there.`
}
