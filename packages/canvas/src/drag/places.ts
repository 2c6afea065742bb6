/**
 * Where on the rail something can be dropped, in the scene's pixels: each station with the area that is its own, and the
 * gaps between its cards. A drop snaps to the nearest gap; it need not hit a line of two pixels.
 */
import type { AttachmentId, PointId } from '@belay/trace'
import { type Box, contains, type Spot } from '../box'
import { sceneBoxOf } from '../rail/hit'
import { CARDS_FROM_PX } from '../rail/rail-camera'
import type { RailScene } from '../rail/scene'
import { NAME, PLUS, stopAt, type TrackStop } from '../rail/track'

export interface DropCard {
  /** null for a hook that spoke and is attached no more: nothing goes behind it. */
  readonly attachment: AttachmentId | null
  readonly box: Box
}

export interface DropPlace {
  readonly point: PointId
  /** The station and its plus, and as much around them as is nobody else's. */
  readonly line: Box
  /** Below the line: its column of cards, or where one would be. */
  readonly below: Box
  readonly mark: Spot
  readonly radius: number
  /** Its plus and its name. */
  readonly words: readonly Box[]
  readonly cards: readonly DropCard[]
  /** Where its cards are, or would be, and what is between two of them. */
  readonly card: { readonly x: number; readonly width: number; readonly gap: number }
  readonly cardsY: number
  /** The room behind the last card, where the scene has made it. */
  readonly opening: Box | null
}

/** A station off the line is small: a drop near it is meant for it. */
const SIDING_REACH_PX = 15
/** Cards of a column and what is between columns. */
const HALF_GAP_PX = 4
/** Below the last card all is its column's. */
const FAR_DOWN_PX = 100_000

export function dropPlaces(scene: RailScene): readonly DropPlace[] {
  return scene.targets.filter(({ kind }) => kind === 'station').map((target) => placeOf(scene, target.station.point))
}

function placeOf(scene: RailScene, point: PointId): DropPlace {
  const stop = stopAt(scene.track, point)
  const cards = scene.targets
    .filter(({ kind, station }) => kind === 'card' && station.point === point)
    .map((target) => ({ attachment: target.hook?.attachment ?? null, box: sceneBoxOf(scene, target) }))
  const { slot, plusY, arcY } = scene.track
  const line =
    stop.from === null
      ? { x: stop.x - slot / 2, y: stop.y - 24, width: slot, height: plusY + 14 - stop.y + 24 }
      : sidingArea(stop, stop.plus, arcY)
  const [first] = cards
  const width = first?.box.width ?? slot
  const x = first?.box.x ?? stop.x - slot / 2
  const gap = Math.max((cards[1]?.box.y ?? 0) - (first === undefined ? 0 : first.box.y + first.box.height), 4)
  const below =
    first === undefined
      ? { x, y: scene.cardsY - CARDS_FROM_PX, width, height: FAR_DOWN_PX }
      : { x: x - HALF_GAP_PX, y: scene.cardsY - CARDS_FROM_PX, width: width + 2 * HALF_GAP_PX, height: FAR_DOWN_PX }
  return {
    ...{ point, line, below, cards, cardsY: scene.cardsY, opening: openingOf(scene, point) },
    mark: { x: stop.x, y: stop.y },
    radius: stop.radius,
    words: stop.from === null ? [wordsBelow(line, stop)] : wordsBeside(stop),
    card: { x, width, gap },
  }
}

function openingOf(scene: RailScene, point: PointId): Box | null {
  const { opening } = scene
  return opening?.point === point ? sceneBoxOf(scene, { zone: 'cards', box: opening.box }) : null
}

/** The station, its plus and its name between them. */
function sidingArea(stop: Spot, plus: Spot, top: number): Box {
  const left = Math.min(stop.x, plus.x) - SIDING_REACH_PX
  const right = Math.max(stop.x, plus.x) + SIDING_REACH_PX
  const y = Math.max(stop.y - SIDING_REACH_PX, top - 6)
  return { x: left, y, width: right - left, height: stop.y + SIDING_REACH_PX - y }
}

function wordsBelow(line: Box, { y, radius }: TrackStop): Box {
  const top = y + radius + 4
  return { ...line, y: top, height: line.y + line.height - top }
}

function wordsBeside({ stop, x, y, radius, label, plus }: TrackStop): readonly Box[] {
  const width = stop.length * NAME.letter + 10
  const left = label === 'right' ? x + radius + NAME.gap - 2 : x - radius - NAME.gap - width + 2
  const around = PLUS.radius + 1
  return [
    { x: left, y: y - 8, width, height: 16 },
    { x: plus.x - around, y: plus.y - around, width: 2 * around, height: 2 * around },
  ]
}

/** The station that a drop here is for. What has cards is before what has none, and what is beside the line before the line. */
export function placeUnder(places: readonly DropPlace[], at: Spot): DropPlace | null {
  const onLine = places.filter(({ line }) => contains(line, at.x, at.y))
  if (onLine.length > 0) return nearestTo(onLine, at)
  const below = places.filter(({ below }) => contains(below, at.x, at.y))
  return below.find(({ cards }) => cards.length > 0) ?? nearestTo(below, at)
}

function nearestTo(places: readonly DropPlace[], { x, y }: Spot): DropPlace | null {
  const far = ({ mark }: DropPlace) => Math.hypot(mark.x - x, (mark.y - y) * 0.5)
  return places.reduce<DropPlace | null>(
    (best, place) => (best !== null && far(best) <= far(place) ? best : place),
    null,
  )
}

/** The gap that a drop here snaps to, counted without what moves. On the line it is the last. */
export function slotUnder(place: DropPlace, at: Spot, moving: readonly AttachmentId[]): number {
  const others = othersAt(place, moving)
  if (at.y < place.cardsY - CARDS_FROM_PX) return others.length
  const below = others.findIndex(({ box }) => at.y < box.y + box.height / 2)
  return below < 0 ? others.length : below
}

/** Where a hook that goes into a gap will be: the line between two cards, or the room behind the last, once there is. */
export function gapBox(place: DropPlace, index: number, moving: readonly AttachmentId[]): Box | null {
  const { card, opening } = place
  const others = othersAt(place, moving)
  const [before, after] = [others[index - 1], others[index]]
  if (after === undefined) return opening
  const top = before === undefined ? after.box.y - card.gap : before.box.y + before.box.height
  return { x: card.x, y: (top + after.box.y) / 2, width: card.width, height: 0 }
}

/** Whether a gap is behind all others of its station, where room has to be made. */
export function isLastGap(place: DropPlace, index: number, moving: readonly AttachmentId[]): boolean {
  return index >= othersAt(place, moving).length
}

function othersAt({ cards }: DropPlace, moving: readonly AttachmentId[]): readonly DropCard[] {
  return cards.filter(({ attachment }) => attachment !== null && !moving.includes(attachment))
}
