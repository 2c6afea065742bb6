/** The switch of a hook: three stops, from the left off, shadow, enforce; by key it goes round. */
import type { Attachment, HookMode } from '@belay/trace'

/** A hook that edits the history can't be in shadow. */
export function nextMode({ mode, points }: Pick<Attachment, 'mode' | 'points'>): HookMode {
  switch (mode) {
    case 'enforce':
      return points.includes('memory.keep') ? 'off' : 'shadow'
    case 'shadow':
      return 'off'
    case 'off':
      return 'enforce'
  }
}

/** The stop that is meant by a spot on the switch; `along`: from its left, 0, to its right, 1. */
export function stopAlong(along: number): HookMode {
  if (along < 1 / 3) return 'off'
  return along < 2 / 3 ? 'shadow' : 'enforce'
}

/**
 * A stop that was chosen, also where it seems to be at it already: another page may have moved it meanwhile. One that it
 * cannot have takes it on to the next.
 */
export function modeFor(hook: Pick<Attachment, 'mode' | 'points'>, stop: HookMode | null): HookMode {
  const cannot = stop === 'shadow' && hook.points.includes('memory.keep')
  return stop === null || cannot ? nextMode(hook) : stop
}
