/**
 * One drag, from the press to its end, without a screen: pointer events in the scene's pixels go in, a plan comes out. An
 * end is an end: after a drop or an abort nothing but a new press does anything, so that nothing is done twice. Only the
 * pointer that began a drag can finish it; whatever else happens ends it with nothing done.
 */
import type { PointId } from '@belay/trace'
import type { Spot } from '../box'
import { type DropPlace, placeUnder, slotUnder } from './places'
import { type DragPlan, planAt, planOff } from './plan'
import { refusalAt } from './refusal'
import { type DragSource, type DragTable, isThere, movingOf, settled } from './table'

/** Where a pointer is: over the rail, elsewhere on the page, or out of the window, where nobody means anything. */
export type DragGround = 'rail' | 'page' | 'away'

export interface DragSpot extends Spot {
  readonly ground: DragGround
}

export type AbortReason =
  | 'escape'
  | 'focus lost'
  | 'pointer lost'
  | 'other button'
  | 'second pointer'
  /** What was dragged is not there any more. */
  | 'gone'

export type DragEvent =
  | { readonly type: 'press'; readonly pointer: number; readonly at: DragSpot; readonly source: DragSource }
  | { readonly type: 'move'; readonly pointer: number; readonly at: DragSpot }
  | { readonly type: 'release'; readonly pointer: number; readonly at: DragSpot }
  | { readonly type: 'abort'; readonly reason: AbortReason }
  /** The table is another: hooks came, went or moved, or the rail did under the pointer. */
  | { readonly type: 'changed'; readonly at: DragSpot | null }

export type DragTarget =
  | {
      readonly kind: 'station'
      readonly point: PointId
      readonly index: number
      /** Why it can't be dropped here, or null. */
      readonly refusal: string | null
    }
  /** `off`: off the rail. `nowhere`: over the rail, at no station, or out of the window. */
  | { readonly kind: 'off' | 'nowhere' }

export type DragState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'pressed'; readonly source: DragSource; readonly pointer: number; readonly from: DragSpot }
  | {
      readonly phase: 'dragging'
      readonly source: DragSource
      readonly pointer: number
      readonly at: DragSpot
      readonly target: DragTarget
      readonly plan: DragPlan
    }
  | { readonly phase: 'clicked'; readonly source: DragSource }
  | { readonly phase: 'dropped'; readonly source: DragSource; readonly target: DragTarget; readonly plan: DragPlan }
  | { readonly phase: 'aborted'; readonly source: DragSource; readonly reason: AbortReason }

export const AT_REST: DragState = { phase: 'idle' }

/** A hand trembles by this much while it clicks, in screen pixels. */
export const CLICK_SLOP_PX = 4

export function stepDrag(state: DragState, event: DragEvent, table: DragTable): DragState {
  if (state.phase !== 'pressed' && state.phase !== 'dragging') return begun(state, event)
  switch (event.type) {
    case 'press':
      return { phase: 'aborted', source: state.source, reason: 'second pointer' }
    case 'abort':
      return { phase: 'aborted', source: state.source, reason: event.reason }
    case 'changed':
      return changed(state, event.at, table)
    case 'move':
      return event.pointer === state.pointer ? moved(state, event.at, table) : state
    case 'release':
      return event.pointer === state.pointer ? released(state, event.at, table) : state
  }
}

type Held = Extract<DragState, { phase: 'pressed' | 'dragging' }>

function begun(state: DragState, event: DragEvent): DragState {
  if (event.type !== 'press') return state
  return { phase: 'pressed', source: event.source, pointer: event.pointer, from: event.at }
}

function moved(state: Held, at: DragSpot, table: DragTable): DragState {
  if (!isThere(table, state.source)) return { phase: 'aborted', source: state.source, reason: 'gone' }
  if (state.phase === 'pressed') {
    const travelled = Math.hypot(at.x - state.from.x, at.y - state.from.y) * table.scale
    if (travelled < CLICK_SLOP_PX) return state
  }
  return dragging(state, at, table)
}

function released(state: Held, at: DragSpot, table: DragTable): DragState {
  const last = moved(state, at, table)
  if (last.phase === 'pressed') return { phase: 'clicked', source: state.source }
  if (last.phase !== 'dragging') return last
  return { phase: 'dropped', source: last.source, target: last.target, plan: last.plan }
}

function changed(state: Held, at: DragSpot | null, table: DragTable): DragState {
  if (!isThere(table, state.source)) return { phase: 'aborted', source: state.source, reason: 'gone' }
  return state.phase === 'pressed' ? state : dragging(state, at ?? state.at, table)
}

function dragging({ source: held, pointer }: Held, at: DragSpot, table: DragTable): DragState {
  const source = settled(table, held)
  const target = targetAt(source, at, table)
  return { phase: 'dragging', source, pointer, at, target, plan: planFor(source, target, table) }
}

function targetAt(source: DragSource, at: DragSpot, table: DragTable): DragTarget {
  if (at.ground !== 'rail') return { kind: at.ground === 'page' ? 'off' : 'nowhere' }
  const place = placeUnder(table.places, at)
  if (place === null) return { kind: 'nowhere' }
  return {
    kind: 'station',
    point: place.point,
    index: indexAt(source, place, at),
    refusal: refusalOf(source, place, table),
  }
}

function indexAt(source: DragSource, place: DropPlace, at: Spot): number {
  const moving = movingOf(source)
  // Back on its own station's line it goes nowhere in particular: where it was.
  const own = place.cards.findIndex(({ attachment }) => attachment !== null && moving.includes(attachment))
  return own >= 0 && at.y < place.cardsY ? own : slotUnder(place, at, moving)
}

function refusalOf(source: DragSource, { point }: DropPlace, table: DragTable): string | null {
  return refusalAt(table, source, point)
}

function planFor(source: DragSource, target: DragTarget, table: DragTable): DragPlan {
  switch (target.kind) {
    case 'station':
      return planAt(table, source, target)
    case 'off':
      return planOff(table, source)
    case 'nowhere':
      return { kind: 'nothing', reason: null }
  }
}
