/** Whose a hook is, where no person attached it: a sign before its name and a word below it. */
import { type DrawItem, path, rect } from '../draw'
import type { CardPlan } from './card-plan'
import { PAD_PX } from './card-plan'
import { faint } from './card-signs'
import type { RailHook } from './model'

const BADGE = { size: 13, gap: 5 } as const

export function badgeWidth({ source }: RailHook): number {
  return source === 'program' || source === 'extension' ? BADGE.size + BADGE.gap : 0
}

/** None for hooks that a person attached: those are the many. */
export function sourceWord({ source }: RailHook): readonly string[] {
  return source === 'program' || source === 'extension' ? [source] : []
}

/** A page with lines for a program, a plug for an extension, each on a ground of its own colour. */
export function badgeItems(hook: RailHook, { box, nameY }: CardPlan): DrawItem[] {
  const isProgram = hook.source === 'program'
  if (!isProgram && hook.source !== 'extension') return []
  const x = box.x + PAD_PX - 1
  const y = Math.round(nameY - BADGE.size / 2) - 0.5
  const alpha = faint(hook)
  const d = isProgram
    ? `M${x + 3.5} ${y + 4}h6M${x + 3.5} ${y + 6.5}h6M${x + 3.5} ${y + 9}h3.5`
    : `M${x + 4.5} ${y + 2.5}v2.5M${x + 8.5} ${y + 2.5}v2.5M${x + 3} ${y + 5}h7v1.5a3.5 3.5 0 0 1 -7 0zM${x + 6.5} ${y + 10}v1.5`
  return [
    rect({ x, y, width: BADGE.size, height: BADGE.size, radius: 3, fill: isProgram ? 'model' : 'tool', alpha }),
    path({ d, stroke: 'text', lineWidth: 1.1, alpha }),
  ]
}
