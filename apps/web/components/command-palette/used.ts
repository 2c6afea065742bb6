'use client'
/** Which commands were chosen last, in this browser. */
import { keepText, keptText } from '../../lib/kept-text'

const KEY = 'belay.commands'
const MOST = 5

export function usedLast(): readonly string[] {
  return (keptText(KEY) ?? '').split('\n').filter(Boolean)
}

export function noteUsed(id: string): void {
  keepText(KEY, [id, ...usedLast().filter((one) => one !== id)].slice(0, MOST).join('\n'))
}
