/** Whose a hook is, where no person attached it: a sign before its name and a word below it. */
import { isBrought } from '../drag/brought'
import { type ColourId, type DrawItem, path, rect } from '../draw'
import type { CardPlan } from './card-plan'
import { PAD_PX } from './card-plan'
import { faint } from './card-signs'
import type { RailHook } from './model'

const BADGE = { size: 13, gap: 5 } as const

export function badgeWidth({ source }: RailHook): number {
  return isBrought({ source }) ? BADGE.size + BADGE.gap : 0
}

/** None for hooks that a person attached: those are the many. */
export function sourceWord({ source }: RailHook): readonly string[] {
  return isBrought({ source }) ? [source] : []
}

/** Of paths in the name of a command the file alone: folders take the room that tells commands apart. */
export function nameOnCard({ source, name }: RailHook): string {
  if (source !== 'command') return name
  // Alone it may have blanks; behind a program it is a word.
  if (name.startsWith('/')) return name.slice(name.lastIndexOf('/') + 1) || name
  return name.replaceAll(/(?<= )\S*\/(?=[^/ ])/g, '')
}

/** A page with lines for a program, a plug for an extension, a prompt for a command, each on a ground of its own colour. */
export function badgeItems(hook: RailHook, { box, nameY }: CardPlan): DrawItem[] {
  const x = box.x + PAD_PX - 1
  const y = Math.round(nameY - BADGE.size / 2) - 0.5
  const look = badgeLook(hook, x, y)
  if (look === null) return []
  const alpha = faint(hook)
  return [
    rect({ x, y, width: BADGE.size, height: BADGE.size, radius: 3, fill: look.fill, alpha }),
    path({ d: look.d, stroke: 'text', lineWidth: 1.1, alpha }),
  ]
}

function badgeLook({ source }: RailHook, x: number, y: number): { readonly fill: ColourId; readonly d: string } | null {
  switch (source) {
    case 'program':
      return { fill: 'model', d: `M${x + 3.5} ${y + 4}h6M${x + 3.5} ${y + 6.5}h6M${x + 3.5} ${y + 9}h3.5` }
    case 'extension':
      return {
        fill: 'tool',
        d: `M${x + 4.5} ${y + 2.5}v2.5M${x + 8.5} ${y + 2.5}v2.5M${x + 3} ${y + 5}h7v1.5a3.5 3.5 0 0 1 -7 0zM${x + 6.5} ${y + 10}v1.5`,
      }
    case 'command':
      return { fill: 'step', d: `M${x + 3} ${y + 4}l2.5 2.5l-2.5 2.5M${x + 6.8} ${y + 9.5}h3.2` }
    case 'library':
      return null
  }
}
