/** Attached hooks, a line each. Pure. */
import type { Attachment } from '@belay/trace'
import { oneLine } from './text'

/** `block-commands is attached at tools.before, place 2 of 3, in shadow.` */
export function attachedLine(hook: Attachment, all: readonly Attachment[]): string {
  const place = all.findIndex((one) => one.id === hook.id) + 1
  const where = `at ${hook.points.join(', ')}, place ${place} of ${all.length}`
  return `${oneLine(hook.name)} is attached ${where}${modeWords[hook.mode]}.`
}

const modeWords = { enforce: '', shadow: ', in shadow', off: ', switched off' } as const
