/**
 * The cards of one column: as high as there is room for, hooks of one set in a hull with its name, room for what is dragged
 * behind the last.
 */
import { type Box, clamp, grow } from '../box'
import { type DrawItem, path } from '../draw'
import { type CardParts, cardOf, TWO_ROWS_PX } from './card'
import { spineOf } from './connector'
import type { Column } from './layout'
import type { RailHook, RailStation } from './model'
import { OPENING_PX } from './opening'
import type { RailScene, RailTarget } from './scene'
import { HULL, hullItems, runFrom, setsHeight } from './set-hull'
import type { Track } from './track'

type CardSize = Track['card']

/** Of one row: the lowest that can be hit, and the highest that looks like a row. */
const LOW_CARD = { least: 25, most: 30, gap: 4 } as const

interface CardSizes {
  readonly standing: CardSize
  /** Of hooks that spoke and are attached no more: they take no room from those that are. */
  readonly gone: CardSize
}

/** `more`: for how many that are not there yet. */
function cardSizes({ hooks }: RailStation, { card }: Track, at: { room: number; more: number }): CardSizes {
  const { more } = at
  const room = at.room - setsHeight(hooks)
  const standing = hooks.filter(({ attachment }) => attachment !== null).length
  const all = cardSize(hooks.length + more, card, room)
  if (standing === 0 || all.height === card.height) return { standing: all, gone: all }
  const size = cardSize(standing + more, card, room)
  return { standing: size, gone: { height: LOW_CARD.least, gap: size.gap } }
}

/** As high as there is room for: with two rows if that can be, else with one. */
function cardSize(count: number, { height, gap }: CardSize, room: number): CardSize {
  const fit = (between: number) => Math.floor((room + between) / count) - between
  if (fit(gap) >= TWO_ROWS_PX) return { height: Math.min(fit(gap), height), gap }
  return { height: clamp(fit(LOW_CARD.gap), LOW_CARD.least, LOW_CARD.most), gap: LOW_CARD.gap }
}

export interface ColumnRoom {
  readonly track: Track
  /** Below the line. */
  readonly room: number
  readonly opens: boolean
}

export interface ColumnScene extends Pick<RailScene, 'targets'> {
  readonly items: readonly DrawItem[]
  readonly height: number
  /** Behind the last card. */
  readonly opening: Box | null
}

/** Cards get lower for what opens behind them only where it would not fit. */
export function columnScene(column: Column, { track, room: all, opens }: ColumnRoom): ColumnScene {
  const room = all - column.down
  const sizes = cardSizes(column.station, track, { room, more: 0 })
  const scene = cardsScene(column, sizes)
  if (!opens) return scene
  const open = opened(column, { scene, sizes, room })
  if (open.height <= all || column.station.hooks.length === 0) return open
  const lower = cardSizes(column.station, track, { room, more: 1 })
  return opened(column, { scene: cardsScene(column, lower), sizes: lower, room })
}

interface Opened {
  readonly scene: ColumnScene
  readonly sizes: CardSizes
  readonly room: number
}

function opened({ x, width, low }: Column, { scene, sizes, room }: Opened): ColumnScene {
  const y = scene.height === 0 ? 0 : scene.height + sizes.standing.gap
  const height = low === true ? OPENING_PX.least : clamp(room - y, OPENING_PX.least, OPENING_PX.most)
  return { ...scene, height: y + height, opening: { x, y, width, height } }
}

function cardsScene({ station, stop, x, width, down }: Column, sizes: CardSizes): ColumnScene {
  const items: DrawItem[] = []
  const targets: RailTarget[] = []
  const spine = spineOf({ stop, x, width })
  let y = down
  for (const [at, hook] of station.hooks.entries()) {
    const { height, gap } = hook.attachment === null ? sizes.gone : sizes.standing
    const beside = hook.group !== null && hook.group === station.hooks[at - 1]?.group
    const run = runFrom(station.hooks, at)
    const head = run === 0 ? 0 : HULL.head
    const top = at > 0 ? y + gap : y
    if (run > 0) {
      const hull = { x, y: top, width, height: head + run * (height + gap) - gap + HULL.foot }
      items.push(...hullItems(hull, hook.set ?? ''))
      targets.push({ zone: 'cards', station, hook, kind: 'set', box: { ...hull, height: HULL.head } })
    }
    if (at > 0 && !beside) items.push(stringItem(spine, y, top + head))
    const box = { x, y: top + head, width, height }
    y = box.y + height + (endsRun(station.hooks, at) ? HULL.foot : 0)
    const parts = cardOf(hook, box)
    items.push(...parts.items)
    if (beside) items.push(besideItem(box, gap))
    targets.push(...cardTargets({ station, hook, box }, parts))
  }
  return { items, targets, height: y, opening: null }
}

/** Side by side: a bracket holds a card to the one above it, where others of a column hang on a string. */
function besideItem({ x, y, height }: Box, gap: number): DrawItem {
  const reach = Math.min(height, 24) / 2
  const d = `M${x - 1} ${y - gap - reach}h-3v${2 * reach + gap}h3`
  return path({ d, stroke: 'soft', lineWidth: 1.5, alpha: 0.9 })
}

function stringItem(x: number, from: number, to: number): DrawItem {
  return path({ d: `M${x} ${from}V${to}`, stroke: 'track', lineWidth: 1.5, alpha: 0.8 })
}

function endsRun(hooks: readonly RailHook[], at: number): boolean {
  const set = hooks[at]?.set ?? null
  return set !== null && hooks[at + 1]?.set !== set
}

type Card = Pick<RailTarget, 'station' | 'hook' | 'box'>

function cardTargets({ box, ...of }: Card, parts: CardParts): readonly RailTarget[] {
  const target = { zone: 'cards', ...of } as const
  return [
    { ...target, kind: 'card', box },
    ...(parts.switch === null ? [] : [{ ...target, kind: 'switch' as const, box: grow(parts.switch, 5) }]),
    ...(parts.menu === null ? [] : [{ ...target, kind: 'menu' as const, box: parts.menu }]),
  ]
}
