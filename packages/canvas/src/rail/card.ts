/**
 * One hook as a card: its name, how often it was asked and how long it took, its verdict, its switch. A narrow card gives
 * the whole first row to the name and says the figures in fewer letters; a low one has a single row, and no figures.
 */
import { type Box, clamp, type Spot } from '../box'
import { type ColourId, circle, type DrawItem, path, rect, text } from '../draw'
import { formatDuration } from '../duration'
import { badgeItems, badgeWidth, nameOnCard, sourceWord } from './card-badge'
import { lowPlanOf, lowWords, modeSpot } from './card-low'
import { type CardPlan, PAD_PX, SWITCH } from './card-plan'
import { faint, signItems, signsWidth } from './card-signs'
import type { RailHook } from './model'

/** Widths of cards: below the least a name says nothing, above the most it has all its letters. */
export const CARD_WIDTH = { least: 112, wanted: 136, most: 178 } as const
/** From this width on the switch stands beside the name. */
const WIDE_PX = 160
/** Below this a card has one row: a sign in the second would touch the switch in the first. */
export const TWO_ROWS_PX = 38
/** From here on the number needs the room of the word before it. */
const MANY = 1_000

export interface CardParts {
  readonly items: readonly DrawItem[]
  readonly switch: Box | null
  readonly menu: Box | null
}

export function cardOf(hook: RailHook, box: Box): CardParts {
  const low = box.height < TWO_ROWS_PX
  const plan = planOfCard(box)
  const said = low ? lowWords(hook, plan) : words(hook, plan)
  const items = [...frame(hook, box), ...badgeItems(hook, plan), ...said, ...signItems(hook, plan)]
  if (hook.attachment === null) return { items, switch: null, menu: null }
  const mode = low ? modeItems(hook, modeSpot(plan)) : switchItems(hook, plan.toggle)
  return { items: [...items, ...mode], switch: plan.toggle, menu: plan.menu }
}

function planOfCard(box: Box): CardPlan {
  return box.height < TWO_ROWS_PX ? lowPlanOf(box) : planOf(box)
}

/** What a card of one row shows in place of its signs while it is pointed at; nothing where it shows that anyway. */
export function pointedItems(hook: RailHook, box: Box): readonly DrawItem[] {
  if (box.height >= TWO_ROWS_PX || hook.attachment === null) return []
  const { toggle } = planOfCard(box)
  const ground = { x: toggle.x - 5, y: box.y + 2, width: box.x + box.width - toggle.x + 3, height: box.height - 4 }
  return [rect({ ...ground, radius: 6, fill: 'card' }), ...switchItems(hook, toggle)]
}

function planOf(box: Box): CardPlan {
  const wide = box.width >= WIDE_PX
  const nameY = Math.round(box.y + box.height * 0.34)
  const figuresY = Math.round(box.y + box.height * 0.71)
  const right = box.x + box.width
  const toggle = { x: right - 9 - SWITCH.width, y: (wide ? nameY : figuresY) - SWITCH.height / 2, ...SWITCH }
  const menu = { x: right - 27, y: (wide ? figuresY : nameY) - 9, width: 22, height: 18 }
  return { box, wide, nameY, figuresY, toggle, menu, signX: wide ? right - 36 : toggle.x - 11 }
}

/** The colour of what it said, of its being broken, or the quiet one. */
function colourOf(hook: RailHook): ColourId {
  if (hook.error !== null || hook.warning !== null) return 'failed'
  return hook.sign === null || hook.sign.mark === 'pass' ? 'hook' : hook.sign.mark
}

function frame(hook: RailHook, box: Box): DrawItem[] {
  const broken = hook.error !== null
  const inset = box.height < TWO_ROWS_PX ? 6 : 8
  const stroke = broken ? 'failed' : hook.mode === 'shadow' ? 'track' : 'line'
  return [
    rect({ ...box, radius: 8, fill: 'card', stroke, dashed: broken || hook.mode === 'shadow' }),
    rect({
      ...{ x: box.x, y: box.y + inset, width: 3, height: box.height - 2 * inset, radius: 1.5 },
      fill: colourOf(hook),
      alpha: faint(hook),
    }),
  ]
}

/** What is wrong is said in words: its colour alone is nothing for who does not see colours. */
function isWrong({ error, stale, warning }: RailHook): boolean {
  return error !== null || stale !== null || warning !== null
}

function words(hook: RailHook, plan: CardPlan): DrawItem[] {
  const { box, wide, nameY, figuresY } = plan
  const x = box.x + PAD_PX
  const toName = wide && hook.attachment !== null ? SWITCH.width + 16 : 9
  const policy = policyIcon(hook, { x, y: figuresY })
  const from = policy === null ? x : x + 12
  const until =
    hook.sign === null && hook.error === null
      ? wide
        ? box.x + box.width - 30
        : plan.toggle.x - 5
      : plan.signX - signsWidth(hook) - 8
  const wrong = isWrong(hook)
  const nameX = x + badgeWidth(hook)
  const name = {
    x: nameX,
    y: nameY,
    text: nameOnCard(hook),
    maxWidth: box.x + box.width - nameX - toName,
    font: 'name',
    colour: 'text',
  } as const
  const second = {
    x: from,
    y: figuresY,
    text: secondRow(hook, wide),
    maxWidth: until - from,
  } as const
  return [
    text({ ...name, alpha: faint(hook) }),
    ...(policy === null ? [] : [policy]),
    text({
      ...second,
      font: 'small',
      colour: wrong ? 'failed' : 'muted',
      alpha: wrong ? 1 : clamp(faint(hook), 0.75, 1),
    }),
  ]
}

/** Of a twin what tells it apart, in the room of its time, unless something is wrong with it; that it was not asked shows in that it has no sign. */
function secondRow(hook: RailHook, wide: boolean): string {
  const { twin, telling, asked } = hook
  if (twin === null) return figures(hook, wide)
  if (telling === null || isWrong(hook)) return `${twin} · ${figures(hook, wide)}`
  return [twin, ...(asked === 0 ? [] : [asked]), telling.value].join(' · ')
}

/** `asked 9 · 0.3 ms`, and what is out of the ordinary about it. */
export function figuresOf(hook: RailHook): string {
  return [...sourceWord(hook), figuresWith(hook, [])].join(' · ')
}

/** The same with what it did, where there is room for words: `asked 9 · decided 2 · failed 1 · 0.3 ms`. */
export function countsOf(hook: RailHook): string {
  const { decided, failed } = hook
  return figuresWith(hook, [
    ...(decided > 0 ? [`${hook.decidedSign?.ghost === true ? 'would have decided' : 'decided'} ${decided}`] : []),
    ...(failed > 0 ? [`failed ${failed}`] : []),
  ])
}

function figuresWith(hook: RailHook, did: readonly string[]): string {
  if (hook.error !== null) return 'does not load'
  if (hook.warning !== null) return 'never ran'
  const asked = hook.asked === 0 ? 'not asked' : `asked ${hook.asked}`
  const time = hook.medianMs === null ? [] : [formatDuration(hook.medianMs)]
  const stale = hook.stale === null ? [] : ['older version runs']
  return [...stale, asked, ...did, ...time, ...(hook.attachment === null ? ['detached'] : [])].join(' · ')
}

function figures(hook: RailHook, wide: boolean): string {
  const plain = hook.stale === null && sourceWord(hook).length === 0
  return wide && plain && hook.twin === null && hook.asked < MANY ? figuresOf(hook) : briefFigures(hook)
}

function briefFigures(hook: RailHook): string {
  if (hook.error !== null) return 'broken'
  if (hook.warning !== null) return 'never ran'
  const before = hook.stale === null ? sourceWord(hook) : ['older version']
  if (hook.medianMs === null) return [...before, hook.attachment === null ? 'detached' : 'not asked'].join(' · ')
  return [...before, hook.asked, ...(before.length > 0 ? [] : [formatDuration(hook.medianMs)])].join(' · ')
}

/** A lock for a hook that blocks when it fails, an arrow back for one that repeats its last answer. */
function policyIcon({ onFailure }: RailHook, { x, y }: { readonly x: number; readonly y: number }): DrawItem | null {
  const look = { stroke: 'muted', lineWidth: 1.2 } as const
  switch (onFailure) {
    case 'open':
      return null
    case 'closed':
      return path({ d: `M${x + 0.5} ${y - 0.5}h7v4.5h-7zM${x + 2} ${y - 0.5}v-1.7a2 2 0 0 1 4 0v1.7`, ...look })
    case 'replay':
      return path({ d: `M${x + 1} ${y - 2.5}a3.6 3.6 0 1 1 -0.4 3.6M${x + 0.6} ${y - 4.6}v2.6h2.6`, ...look })
  }
}

/** Three stops: a disc on the right enforces, a ring in the middle is in shadow, a bar on the left is off. */
function switchItems(hook: RailHook, box: Box): DrawItem[] {
  const on = hook.mode === 'enforce'
  const y = box.y + box.height / 2
  const stops = { off: box.x + 7, shadow: box.x + box.width / 2, enforce: box.x + box.width - 7 }
  const x = stops[hook.mode]
  const others = Object.values(stops).filter((stop) => stop !== x)
  return [
    rect({ ...box, radius: box.height / 2, fill: on ? 'live' : 'ground', stroke: on ? null : 'track' }),
    ...others.map((stop) => circle({ x: stop, y, radius: 1.25, fill: on ? 'panel' : 'track', alpha: on ? 0.55 : 1 })),
    knob(hook.mode, { x, y }),
  ]
}

/** The knob of the switch alone, by its shape: where it would stand says nothing without the other stops. */
function modeItems({ mode }: RailHook, { x, y }: Spot): DrawItem[] {
  return mode === 'enforce' ? [circle({ x, y, radius: 4.5, fill: 'live' })] : [knob(mode, { x, y })]
}

function knob(mode: RailHook['mode'], { x, y }: Spot): DrawItem {
  switch (mode) {
    case 'enforce':
      return circle({ x, y, radius: 5, fill: 'panel' })
    case 'shadow':
      return circle({ x, y, radius: 3.75, fill: 'ground', stroke: 'soft', lineWidth: 2 })
    case 'off':
      return rect({ x: x - 1.25, y: y - 3.5, width: 2.5, height: 7, radius: 1.25, fill: 'muted' })
  }
}
