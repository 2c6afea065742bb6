/**
 * The rail as draw items and as places to point at. The line keeps its place; the cards of a column that is taller than the
 * box get lower, and where the lowest do not fit either the cards scroll; everything scrolls sideways when the columns need more than
 * its width.
 */
import type { PointId } from '@belay/trace'
import { type Box, grow } from '../box'
import { circle, type DrawItem, path } from '../draw'
import { type ColumnScene, columnScene } from './cards-column'
import { connectorPath } from './connector'
import { type Column, layRail } from './layout'
import { lineScene } from './line-scene'
import type { RailHook, RailModel, RailStation } from './model'
import { withOpening } from './opening'
import { PLUS, stopAt, type Track } from './track'

export interface RailBox {
  readonly width: number
  readonly height: number
}

export interface RailTarget {
  readonly kind: 'station' | 'plus' | 'card' | 'switch' | 'menu' | 'set'
  /** In the zone `cards` vertical places count from the top of the cards. */
  readonly zone: 'line' | 'cards'
  readonly box: Box
  readonly station: RailStation
  /** Of the name of a set, the first of its hooks there. */
  readonly hook: RailHook | null
}

export interface RailScene {
  /** At least the box's width. */
  readonly width: number
  readonly track: Track
  readonly line: readonly DrawItem[]
  /** Begin at `cardsY`; may be higher than what is left of the box. */
  readonly cards: readonly DrawItem[]
  readonly cardsY: number
  readonly cardsHeight: number
  /** The topmost last. */
  readonly targets: readonly RailTarget[]
  /** The room that was made for what is dragged, among the cards. */
  readonly opening: { readonly point: PointId; readonly box: Box } | null
}

/** Room kept below the last card. */
export const FOOT_PX = 6

/** `opening`: the station at which room is made for one more. */
export function railScene(model: RailModel, box: RailBox, opening: PointId | null = null): RailScene {
  const layout = layRail(
    model.stations.filter(({ hooks }) => hooks.length > 0),
    box,
  )
  const { width, track } = layout
  const opened = model.stations.find(({ point }) => point === opening)
  const columns = opened === undefined ? layout.columns : withOpening(layout, opened)
  const room = box.height - track.cardsY - FOOT_PX
  const cards = columns.map((column) => columnScene(column, { track, room, opens: column.station === opened }))
  return {
    width,
    track,
    line: [
      ...lineScene(model, track),
      ...model.stations.flatMap((station) => plusItems(station, track)),
      ...columns.map((column) => connector(column, track)),
    ],
    cards: cards.flatMap(({ items }) => items),
    cardsY: track.cardsY,
    cardsHeight: Math.max(0, ...cards.map(({ height }) => height)),
    targets: [
      ...model.stations.flatMap((station) => stationTargets(station, track)),
      ...cards.flatMap(({ targets }) => targets),
    ],
    opening: openingOf(cards, opened),
  }
}

function openingOf(cards: readonly ColumnScene[], opened: RailStation | undefined): RailScene['opening'] {
  const box = cards.find(({ opening }) => opening !== null)?.opening ?? null
  return box === null || opened === undefined ? null : { point: opened.point, box }
}

function connector(column: Column, track: Track): DrawItem {
  return path({ d: connectorPath(column, track), stroke: 'track', lineWidth: 1.5, alpha: 0.8 })
}

function plusItems(station: RailStation, track: Track): readonly DrawItem[] {
  const { x, y } = stopAt(track, station.point).plus
  const arm = 3.75
  return [
    circle({ x, y, radius: PLUS.radius, fill: 'panel', stroke: 'track', lineWidth: 1.25 }),
    path({ d: `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`, stroke: 'soft', lineWidth: 1.5 }),
  ]
}

function stationTargets(station: RailStation, track: Track): readonly RailTarget[] {
  const { x, y, radius, plus } = stopAt(track, station.point)
  const target = { zone: 'line', station, hook: null } as const
  const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
  return [
    { ...target, kind: 'station', box },
    { ...target, kind: 'plus', box: grow({ ...plus, width: 0, height: 0 }, PLUS.reach) },
  ]
}
