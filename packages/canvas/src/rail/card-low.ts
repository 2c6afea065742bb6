/** A card of one row: its name, what tells it apart where that has room, its sign and its mode; no figures. */
import type { Box, Spot } from '../box'
import { type DrawItem, text } from '../draw'
import { badgeWidth, nameOnCard } from './card-badge'
import { type CardPlan, PAD_PX, SWITCH } from './card-plan'
import { countedSigns, faint, signsWidth } from './card-signs'
import type { RailHook } from './model'

/** Letters of a name, as wide as they mostly are: what is longer is cut. */
const NAME_LETTER_PX = 7.4
/** Letters of the small face as wide as they mostly are, and what a short word of wide ones needs beyond. */
const TOLD = { letter: 5.9, more: 4 } as const

/** The sign of a mode, and the middle of what it did, from the right edge. */
const MODE_PX = 13
const SIGN_PX = 29

/** One row: the name, the sign, the mode; the switch and the menu in their place while the card is pointed at. */
export function lowPlanOf(box: Box): CardPlan {
  const y = box.y + box.height / 2
  const right = box.x + box.width
  const toggle = { x: right - 8 - SWITCH.width, y: y - SWITCH.height / 2, ...SWITCH }
  const signX = right - SIGN_PX
  const menu = {
    x: toggle.x - 24,
    y: y - 9,
    width: 22,
    height: 18,
  }
  return { box, wide: false, nameY: y, figuresY: y, toggle, menu, signX }
}

export function modeSpot({ box, nameY }: CardPlan): Spot {
  return { x: box.x + box.width - MODE_PX, y: nameY }
}

/** Between the words of a row. */
const WORDS_PX = 6
/** Of a twin's name, which its twin has too, at least this stays; of what tells a hook apart at least a few letters. */
const LEAST = { name: 84, telling: 28 } as const

/**
 * The name, and what of the parameters tells the hook apart where that still has room. The number of a twin is never cut:
 * the names of twins are the same, and so give way to what is not.
 */
export function lowWords(hook: RailHook, { box, nameY: y, signX }: CardPlan): DrawItem[] {
  const x = box.x + PAD_PX + badgeWidth(hook)
  const none = countedSigns(hook).length === 0
  const until = none ? box.x + box.width - MODE_PX - 8 : signX - signsWidth(hook) - 12
  const told = toldOf(hook, until - x)
  const room = until - x - (told === null ? 0 : told.width + WORDS_PX)
  const name = {
    x,
    y,
    text: nameOnCard(hook),
    maxWidth: room,
    font: 'name',
    colour: 'text',
    alpha: faint(hook),
  } as const
  if (told === null) return [text(name)]
  const aside = {
    x: until,
    y,
    text: told.text,
    maxWidth: told.width,
    font: 'small',
    colour: hook.stale === null ? 'muted' : 'failed',
  } as const
  return [text(name), text({ ...aside, align: 'right' })]
}

interface Told {
  readonly text: string
  readonly width: number
}

/** What stands beside the name: the number of a twin, and what tells it apart; null where neither has room. */
function toldOf({ name, twin, telling, error, stale }: RailHook, room: number): Told | null {
  if (stale !== null) return { text: 'older', width: widthOf('older') }
  const alone = twin === null ? null : { text: twin, width: widthOf(twin) }
  if (telling === null || error !== null) return alone
  const named = name.length * NAME_LETTER_PX
  const most = room - WORDS_PX - (twin === null ? named : Math.min(named, LEAST.name))
  const words = twin === null ? telling.value : `${twin} ${telling.value}`
  const least = Math.min(widthOf(telling.value), LEAST.telling) + (alone?.width ?? 0)
  return most < least ? alone : { text: words, width: Math.min(widthOf(words), most) }
}

function widthOf({ length }: string): number {
  return length * TOLD.letter + TOLD.more
}
