/** Attached hooks, a line each. Pure. */
import type { Attachment } from '@belay/trace'
import { oneLine } from './text'

/** `block-commands is attached at tools.before, place 2 of 3, in shadow.` */
export function attachedLine(hook: Attachment, all: readonly Attachment[]): string {
  const place = all.findIndex((one) => one.id === hook.id) + 1
  const where = `at ${hook.points.join(', ')}, place ${place} of ${all.length}`
  const left = hook.mode === 'shadow' ? leftOut(hook) : null
  return `${oneLine(hook.name)} is attached ${where}${modeWords[hook.mode]}.${left === null ? '' : ` ${left}`}`
}

/** Of a hook in shadow, where it is not asked all the same; null where that is nowhere. */
export function leftOut({ points }: Pick<Attachment, 'points'>): string | null {
  if (!points.includes('memory.keep')) return null
  return 'At memory.keep it is left out while it is in shadow: there it would edit the history.'
}

const modeWords = { enforce: '', shadow: ', in shadow', off: ', switched off' } as const
