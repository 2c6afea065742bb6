/** One hook as a card: its name, how often it was asked and how long it took, its verdict, its switch. */
import type { Box } from '../box'
import { type ColourId, circle, type DrawItem, glyph, rect, text } from '../draw'
import { formatDuration } from '../duration'
import type { RailHook } from './model'

export const CARD = { height: 50, gap: 8, least: 136, most: 178 } as const
const SWITCH = { width: 22, height: 12 } as const
const PAD_PX = 13

export interface CardParts {
  readonly items: readonly DrawItem[]
  readonly switch: Box | null
  readonly menu: Box | null
}

export function cardOf(hook: RailHook, box: Box): CardParts {
  const toggle: Box = { x: box.x + box.width - 9 - SWITCH.width, y: box.y + 11, ...SWITCH }
  const menu: Box = { x: box.x + box.width - 27, y: box.y + 27, width: 20, height: 18 }
  const items = [...frame(hook, box), ...words(hook, box), ...signs(hook, box)]
  if (hook.attachment === null) return { items, switch: null, menu: null }
  return { items: [...items, ...switchItems(hook, toggle)], switch: toggle, menu }
}

/** Off, or no longer attached, stands back. */
function faint(hook: RailHook): number {
  return hook.mode === 'off' || hook.attachment === null ? 0.5 : 1
}

/** The colour of what it said, of its being broken, or the quiet one. */
export function colourOf(hook: RailHook): ColourId {
  if (hook.error !== null) return 'failed'
  return hook.sign === null || hook.sign.mark === 'pass' ? 'hook' : hook.sign.mark
}

function frame(hook: RailHook, box: Box): DrawItem[] {
  const broken = hook.error !== null
  const outline = {
    stroke: broken ? 'failed' : hook.mode === 'shadow' ? 'track' : 'line',
    dashed: broken || hook.mode === 'shadow',
  } as const
  return [
    rect({ ...box, radius: 8, fill: 'raised', ...outline }),
    rect({
      x: box.x,
      y: box.y + 8,
      width: 3,
      height: box.height - 16,
      radius: 1.5,
      fill: colourOf(hook),
      alpha: faint(hook),
    }),
  ]
}

function words(hook: RailHook, box: Box): DrawItem[] {
  const x = box.x + PAD_PX
  const broken = hook.error !== null
  const toName = hook.attachment === null ? 10 : SWITCH.width + 16
  const toFigures = hook.sign === null && !broken ? 30 : 48
  return [
    text({
      x,
      y: box.y + 17,
      text: hook.name,
      maxWidth: box.width - PAD_PX - toName,
      font: 'name',
      colour: 'text',
      alpha: faint(hook),
    }),
    text({
      ...{ x, y: box.y + 36, text: figuresOf(hook), maxWidth: box.width - PAD_PX - toFigures, font: 'small' },
      colour: broken ? 'failed' : 'muted',
      alpha: broken ? 1 : faint(hook) === 1 ? 1 : 0.75,
    }),
  ]
}

/** `asked 9 · 0.3 ms`, and what is out of the ordinary about it. */
export function figuresOf(hook: RailHook): string {
  if (hook.error !== null) return 'does not load'
  const asked = hook.asked === 0 ? 'not asked' : `asked ${hook.asked}`
  const time = hook.medianMs === null ? [] : [formatDuration(hook.medianMs)]
  const policy = hook.onFailure === 'open' ? [] : [hook.onFailure]
  return [asked, ...time, ...policy, ...(hook.attachment === null ? ['detached'] : [])].join(' · ')
}

function signs(hook: RailHook, box: Box): DrawItem[] {
  const sign = hook.error !== null ? ({ mark: 'failed', ghost: false } as const) : hook.sign
  return sign === null
    ? []
    : [glyph({ ...sign, x: box.x + box.width - 36, y: box.y + 36, size: 14, alpha: faint(hook) })]
}

function switchItems(hook: RailHook, box: Box): DrawItem[] {
  const on = hook.mode === 'enforce'
  const middle = box.y + box.height / 2
  const at = { enforce: box.x + box.width - 6, shadow: box.x + box.width / 2, off: box.x + 6 }[hook.mode]
  return [
    rect({ ...box, radius: box.height / 2, fill: on ? 'live' : 'ground', stroke: on ? null : 'track' }),
    circle({ x: at, y: middle, radius: on ? 4.5 : 3.75, fill: on ? 'panel' : 'muted', alpha: faint(hook) }),
  ]
}
