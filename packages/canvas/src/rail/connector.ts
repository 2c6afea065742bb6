/** How a column of cards hangs from its station. */
import { clamp } from '../box'
import { PLUS, type Track, type TrackStop } from './track'

/** From a card's corners to the nearest place where its connector can end. */
const CORNER_PX = 14

interface Hanging {
  readonly stop: TrackStop
  readonly x: number
  readonly width: number
  /** How far below the others its cards begin. */
  readonly down: number
}

/** Where the string is that its cards hang on. */
export function spineOf({ stop, x, width }: Pick<Hanging, 'stop' | 'x' | 'width'>): number {
  return clamp(stop.x, x + CORNER_PX, x + width - CORNER_PX)
}

/** From the station's plus, or from a siding down behind the line, to the top of its column. */
export function connectorPath(hanging: Hanging, track: Track): string {
  const { stop, down } = hanging
  const spine = spineOf(hanging)
  const top = stop.from === null ? track.plusY + PLUS.radius : stop.y + stop.radius
  const bend = track.plusY + 1
  const straight = top < bend ? `M${stop.x} ${top}V${bend}` : `M${stop.x} ${top}`
  const from = Math.max(top, bend)
  const middle = (from + track.cardsY) / 2
  return `${straight}C${stop.x} ${middle} ${spine} ${middle} ${spine} ${track.cardsY}v${down}`
}
