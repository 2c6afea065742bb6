/** What a hook did as signs on its card: each with its number, from the right. */
import { type DrawItem, glyph } from '../draw'
import type { MarkSign } from '../mark'
import type { RailHook } from './model'

/** Off, or no longer attached, stands back. */
export function faint(hook: RailHook): number {
  return hook.mode === 'off' || hook.attachment === null ? 0.5 : 1
}

/** A digit of the number beside a sign. */
const DIGIT_PX = 7
const SIGN = { size: 14, gap: 5 } as const

interface CountedSign {
  readonly sign: MarkSign
  /** 0 where a number says nothing: it passed, or does not load. */
  readonly count: number
}

/** From the right: the worst that it said and how often it decided, then how often it failed where that is not the same. */
export function countedSigns(hook: RailHook): readonly CountedSign[] {
  if (hook.error !== null) return [{ sign: FAILED, count: 0 }]
  if (hook.sign === null) return []
  switch (hook.sign.mark) {
    case 'pass':
      return [{ sign: hook.sign, count: 0 }]
    case 'failed':
      return [
        { sign: hook.sign, count: hook.failed },
        ...(hook.decided === 0 || hook.decidedSign === null ? [] : [{ sign: hook.decidedSign, count: hook.decided }]),
      ]
    default:
      return [
        { sign: hook.sign, count: hook.decided },
        ...(hook.failed === 0 ? [] : [{ sign: FAILED, count: hook.failed }]),
      ]
  }
}

const FAILED: MarkSign = { mark: 'failed', ghost: false }

/** What the numbers and further signs take left of where the first sign would stand alone. */
export function signsWidth(hook: RailHook): number {
  const signs = countedSigns(hook)
  return signs.reduce((width, one) => width + countWidth(one), Math.max(signs.length - 1, 0) * (SIGN.size + SIGN.gap))
}

function countWidth({ count }: CountedSign): number {
  return count < 2 ? 0 : String(count).length * DIGIT_PX + 2
}

/** From `signX`, the middle of the first, to the left. */
export function signItems(
  hook: RailHook,
  { signX, figuresY }: { readonly signX: number; readonly figuresY: number },
): DrawItem[] {
  let right = signX
  return countedSigns(hook).map((one) => {
    const x = right - countWidth(one)
    right = x - SIGN.size - SIGN.gap
    return glyph({ ...one.sign, x, y: figuresY, size: SIGN.size, count: Math.max(one.count, 1), alpha: faint(hook) })
  })
}
