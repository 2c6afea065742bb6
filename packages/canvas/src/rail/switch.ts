/** The switch of a hook: enforce, shadow, off, and round again. */
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
