/**
 * The way of one call, drawn over the rail: along the line, down the string of each column, through the cards that were
 * asked, numbered in their order, each with what it changed. Cards beside the way stand back.
 */
import { type Box, clamp, grow } from '../box'
import { type ColourId, circle, type DrawItem, path, rect, text } from '../draw'
import type { CallChain, ChainStep } from './call-chain'
import { TWO_ROWS_PX } from './card'
import { PAD_PX, SWITCH } from './card-plan'
import { connectorPath, spineOf } from './connector'
import { LINE, onLine } from './line-order'
import type { RailHook } from './model'
import type { RailScene, RailTarget } from './scene'
import { pillWidth, stopAt, type Track, type TrackStop } from './track'

export interface ChainScene {
  readonly line: readonly DrawItem[]
  /** Begin at the top of the cards, as theirs do. */
  readonly cards: readonly DrawItem[]
}

const WAY = { stroke: 'accent', lineWidth: 3 } as const
/** How far a card that was not asked stands back. */
const BESIDE = 0.6

export function chainScene(scene: RailScene, chain: CallChain): ChainScene {
  const cards = scene.targets.filter(({ kind }) => kind === 'card')
  const asked = cards.flatMap((card) => {
    const steps = chain.steps.flatMap((step, at) => (step.key === card.hook?.key ? [{ step, nth: at + 1 }] : []))
    return steps.length === 0 ? [] : [{ card, steps }]
  })
  return {
    line: lineItems(scene, chain, asked),
    cards: [
      ...cards.filter((card) => asked.every((one) => one.card !== card)).map(besideItem),
      ...stringItems(scene, asked),
      ...asked.flatMap(askedItems),
    ],
  }
}

interface Asked {
  readonly card: RailTarget
  readonly steps: readonly { readonly step: ChainStep; readonly nth: number }[]
}

function besideItem({ box }: RailTarget): DrawItem {
  return rect({ ...grow(box, 1), radius: 9, fill: 'ground', alpha: BESIDE })
}

/** Along the line from stop to stop, and down to the cards. */
function lineItems({ track }: RailScene, chain: CallChain, asked: readonly Asked[]): readonly DrawItem[] {
  const down = columnsOf(asked).map(({ station, x, width, top }) => {
    const hanging = { stop: stopAt(track, station), x, width, down: top }
    return path({ d: connectorPath(hanging, track), ...WAY, lineWidth: 2.5 })
  })
  const rings = chain.stops.flatMap((stop) => {
    const { x, y, radius } = stopAt(track, stop)
    if (stop === 'model' || stop === 'tool') return []
    const stroke: ColourId = stop === chain.stoppedAt ? 'block' : 'accent'
    return [circle({ x, y, radius: radius + 2.5, stroke, lineWidth: 2.5 })]
  })
  return [...stretches(chain, track), ...down, ...rings, ...titleItems(chain, track)]
}

/** Between neighbours on the line: those that the call went along, and the others quiet, wherever the turn has been. */
function stretches({ stops }: CallChain, track: Track): readonly DrawItem[] {
  const places = stops.map((stop) => LINE.indexOf(onLine(stop)))
  const [from, to] = [Math.min(...places), Math.max(...places)]
  return LINE.slice(1).map((stop, at) => {
    const [before, after] = [stopAt(track, LINE[at] ?? stop), stopAt(track, stop)]
    const x = before.x + reachOf(before, track)
    const stretch = { x, y: track.lineY - 2.5, width: after.x - reachOf(after, track) - x, height: 5 }
    return rect({ ...stretch, fill: at >= from && at < to ? 'accent' : 'track' })
  })
}

/** How far a stop reaches along the line. */
function reachOf({ stop, radius }: TrackStop, track: Track): number {
  return (stop === 'model' || stop === 'tool' ? pillWidth(track) / 2 : radius) + 1
}

/** What goes the way, above where it begins: over the calls nothing else is written. */
function titleItems({ stops, title }: CallChain, track: Track): readonly DrawItem[] {
  if (stops[0] !== 'tools.before') return []
  const { x } = stopAt(track, 'tools.before')
  const at = { x: x - 10, y: track.lineY - 24, text: title, maxWidth: stopAt(track, 'tools.after').x - x - 14 }
  return [text({ ...at, font: 'small', colour: 'accent' })]
}

interface AskedColumn {
  readonly station: RailTarget['station']['point']
  readonly x: number
  readonly width: number
  /** Of its first card, and how far down the last one that was asked begins. */
  readonly top: number
  readonly last: number
}

function columnsOf(asked: readonly Asked[]): readonly AskedColumn[] {
  const columns = new Map<string, AskedColumn>()
  for (const { card } of asked) {
    const { x, y, width } = card.box
    const { point } = card.station
    const known = columns.get(point)
    columns.set(point, { station: point, x, width, top: known?.top ?? 0, last: Math.max(known?.last ?? 0, y) })
  }
  return [...columns.values()]
}

/** Between cards, as far as the last one that was asked: behind the others it goes unseen. */
function stringItems(scene: RailScene, asked: readonly Asked[]): readonly DrawItem[] {
  return columnsOf(asked).flatMap((column) => {
    const spine = spineOf({ ...column, stop: stopAt(scene.track, column.station) })
    const boxes = scene.targets.flatMap(({ kind, station, box }) =>
      kind === 'card' && station.point === column.station && box.y <= column.last ? [box] : [],
    )
    return boxes.map(({ y }, at) => {
      const above = boxes[at - 1]
      const from = above === undefined ? 0 : above.y + above.height
      return path({ d: `M${spine} ${from}V${y}`, ...WAY, lineWidth: 2.5 })
    })
  })
}

function askedItems({ card: { box, hook }, steps }: Asked): readonly DrawItem[] {
  const last = steps.at(-1)?.step
  if (hook === null || last === undefined) return []
  // Of two askings the one that says more: what was passed at the second look was so before.
  const told = steps.findLast(({ step }) => step.sign.mark !== 'pass')?.step ?? last
  const colour: ColourId = told.sign.mark === 'pass' ? 'accent' : told.sign.mark
  return [
    rect({ ...box, radius: 8, stroke: colour, lineWidth: 2, dashed: told.sign.ghost }),
    ...wordItems(box, hook, { step: told, colour }),
    ...numberItems(box, steps.map(({ nth }) => nth).join(' ')),
  ]
}

/** A letter of the small face, about. */
const LETTER_PX = 6.1

interface Told {
  readonly step: ChainStep
  readonly colour: ColourId
}

/** In the place of the figures; on a card of one row at its end, where it says more than that it passed. */
function wordItems(box: Box, hook: RailHook, { step, colour }: Told): readonly DrawItem[] {
  const look = { text: step.words, font: 'small', colour: colour === 'accent' ? 'soft' : colour } as const
  if (box.height < TWO_ROWS_PX) {
    if (step.sign.mark === 'pass') return []
    const width = clamp(step.words.length * LETTER_PX + 12, 30, box.width - 40)
    const right = box.x + box.width - 4
    const y = box.y + box.height / 2
    return [
      rect({ x: right - width, y: box.y + 3, width, height: box.height - 6, radius: 6, fill: 'card' }),
      text({ ...look, x: right - 5, y, maxWidth: width - 8, align: 'right' }),
    ]
  }
  const y = Math.round(box.y + box.height * 0.71)
  // A narrow card has its switch in this row.
  const taken = hook.attachment === null || box.width >= 160 ? 8 : SWITCH.width + 14
  const x = box.x + PAD_PX - 2
  const width = box.width - PAD_PX + 2 - taken
  return [rect({ x, y: y - 8, width, height: 16, fill: 'card' }), text({ ...look, x: x + 2, y, maxWidth: width - 4 })]
}

/** On the card's left edge. */
function numberItems(box: Box, numbers: string): readonly DrawItem[] {
  const width = Math.max(15, numbers.length * 6.5 + 6)
  const x = Math.max(box.x + 9 - width, 1)
  const y = box.y + Math.min(box.height / 2, 17)
  return [
    rect({ x, y: y - 7.5, width, height: 15, radius: 7.5, fill: 'accent' }),
    text({
      x: x + width / 2,
      y: y + 0.5,
      text: numbers,
      maxWidth: width,
      font: 'count',
      colour: 'ground',
      align: 'center',
    }),
  ]
}
