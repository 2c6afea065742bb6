/**
 * What pointers on a stage mean: a click, a drag that pans, a drag of the stage's own, two fingers that zoom. Pure: what
 * happened in, what it means out. Promises: whatever comes in whatever order, a drag of the stage's own that was begun is dropped
 * once, and kept only where the pointer that began it was let go by itself.
 */
import type { Spot } from '../box'

export interface PressState {
  /** Pointers that are down, where each was last. */
  readonly down: ReadonlyMap<number, Spot>
  /** What the one pointer does; null where nothing is meant any more until all are up. */
  readonly drag: Drag | null
}

interface Drag {
  readonly pointer: number
  readonly from: Spot
  readonly last: Spot
  readonly moved: boolean
  /** It belongs to the stage: an area, a minimap. */
  readonly own: boolean
  /** The middle one pans whatever is under it, and never clicks. */
  readonly clicks: boolean
}

export type PressEvent =
  | {
      readonly type: 'down'
      readonly pointer: number
      readonly at: Spot
      readonly own: boolean
      readonly middle: boolean
    }
  /** `held`: the button that began it is still down, as far as is known. */
  | { readonly type: 'move'; readonly pointer: number; readonly at: Spot; readonly held: boolean }
  | { readonly type: 'up'; readonly pointer: number; readonly at: Spot }
  /** The pointer is gone without having been let go: cancelled, captured elsewhere. */
  | { readonly type: 'lost'; readonly pointer: number }
  /** Escape, another window, a hidden page, another button. */
  | { readonly type: 'abort' }

export type Meaning =
  | { readonly do: 'hover'; readonly at: Spot }
  | { readonly do: 'pan'; readonly by: Spot }
  | { readonly do: 'zoom'; readonly factor: number; readonly at: Spot }
  | { readonly do: 'drag'; readonly at: Spot }
  | { readonly do: 'drop'; readonly kept: boolean }
  | { readonly do: 'click'; readonly at: Spot }

export interface Pressed {
  readonly state: PressState
  readonly means: readonly Meaning[]
}

export const NOT_PRESSED: PressState = { down: new Map(), drag: null }

/** A hand trembles by this much while it clicks. */
const CLICK_SLOP_PX = 4
/** Two fingers that touch are no point. */
const LEAST_APART_PX = 10

export function press(state: PressState, event: PressEvent): Pressed {
  switch (event.type) {
    case 'down':
      return pressDown(state, event)
    case 'move':
      return pressMove(state, event)
    case 'up':
      return pressUp(state, event)
    case 'lost': {
      const down = without(state, event.pointer)
      const isDrags = state.drag?.pointer === event.pointer
      return { state: { down, drag: isDrags ? null : state.drag }, means: isDrags ? dropped(state) : [] }
    }
    case 'abort':
      return { state: NOT_PRESSED, means: dropped(state) }
  }
}

function pressDown(state: PressState, { pointer, at, own, middle }: Extract<PressEvent, { type: 'down' }>): Pressed {
  // A pointer that is down already pressed another button.
  if (state.down.has(pointer)) return { state: { ...state, drag: null }, means: dropped(state) }
  const down = new Map(state.down).set(pointer, at)
  if (down.size > 1) return { state: { down, drag: null }, means: dropped(state) }
  const drag: Drag = { pointer, from: at, last: at, moved: false, own, clicks: !middle }
  return { state: { down, drag }, means: [] }
}

function pressMove(state: PressState, event: Extract<PressEvent, { type: 'move' }>): Pressed {
  const { pointer, at, held } = event
  const before = state.down.get(pointer)
  if (before === undefined) return { state, means: [{ do: 'hover', at }] }
  if (!held) return press(state, { type: 'lost', pointer })
  const down = new Map(state.down).set(pointer, at)
  const other = [...state.down].find(([id]) => id !== pointer)?.[1]
  if (other !== undefined) return { state: { ...state, down }, means: pinch({ before, at, other }) }
  const { drag } = state
  if (drag === null) return { state: { down, drag }, means: [] }
  const moved = drag.moved || Math.hypot(at.x - drag.from.x, at.y - drag.from.y) > CLICK_SLOP_PX
  if (drag.own) return { state: { down, drag: { ...drag, moved, last: at } }, means: [{ do: 'drag', at }] }
  if (!moved) return { state: { down, drag }, means: [] }
  const by = { x: drag.last.x - at.x, y: drag.last.y - at.y }
  return { state: { down, drag: { ...drag, moved, last: at } }, means: [{ do: 'pan', by }] }
}

function pressUp(state: PressState, { pointer, at }: Extract<PressEvent, { type: 'up' }>): Pressed {
  const down = without(state, pointer)
  const { drag } = state
  if (drag === null || drag.pointer !== pointer) return { state: { down, drag }, means: [] }
  if (drag.own) return { state: { down, drag: null }, means: [{ do: 'drop', kept: true }] }
  return { state: { down, drag: null }, means: drag.moved || !drag.clicks ? [] : [{ do: 'click', at }] }
}

/** What is between two fingers stays between them. */
function pinch({
  before,
  at,
  other,
}: {
  readonly before: Spot
  readonly at: Spot
  readonly other: Spot
}): readonly Meaning[] {
  const apart = (spot: Spot) => Math.max(Math.hypot(spot.x - other.x, spot.y - other.y), LEAST_APART_PX)
  return [
    { do: 'zoom', factor: apart(before) / apart(at), at: { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 } },
    { do: 'pan', by: { x: (before.x - at.x) / 2, y: (before.y - at.y) / 2 } },
  ]
}

function dropped({ drag }: PressState): readonly Meaning[] {
  return drag?.own === true ? [{ do: 'drop', kept: false }] : []
}

function without({ down }: PressState, pointer: number): ReadonlyMap<number, Spot> {
  const left = new Map(down)
  left.delete(pointer)
  return left
}
