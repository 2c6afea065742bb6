/**
 * Pointer, wheel and pinch on one element, as what a person means by them. Zooming gestures never reach the page; a drag
 * that began here goes on outside of it. Coordinates are the element's own pixels from its corner, however its ancestors
 * are scaled.
 */
import { type Spot, stageSpot } from '@belay/canvas'

export type { Spot } from '@belay/canvas'

export interface GestureSink {
  /** Content moves by so many pixels: positive shows what is further right and down. */
  pan(by: Spot): void
  /** Below 1 is closer. */
  zoom(factor: number, at: Spot): void
  /** A drag of its own begins here (a minimap): what hears its moves, or null for a drag that pans. */
  grab(at: Spot, held: { readonly shift: boolean }): ((at: Spot) => void) | null
  /** A drag of its own has ended. */
  drop?(): void
  hover(at: Spot | null): void
  /** A key or a press: the person is doing something else than asking what is here, until the pointer moves again. */
  busy(): void
  click(at: Spot): void
  doubleClick(at: Spot): void
  menu(at: Spot): void
}

/** A hand trembles by this much while it clicks. */
const CLICK_SLOP_PX = 4
const LINE_PX = 16
const PAGE_PX = 400

export function listenGestures(element: HTMLElement, sink: GestureSink): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const spot = (event: MouseEvent): Spot => spotOn(element, { x: event.clientX, y: event.clientY })
  element.addEventListener('wheel', (event) => wheel(event, sink, spot(event)), { passive: false, signal })
  element.addEventListener('dblclick', (event) => sink.doubleClick(spot(event)), { signal })
  element.addEventListener('contextmenu', (event) => openMenu(event, sink, spot(event)), { signal })
  listenPointers(element, { sink, spot, signal })
  // Wherever the key goes: a palette or a dialog opens over what the pointer still stands on.
  window.addEventListener('keydown', () => sink.busy(), { capture: true, signal })
  window.addEventListener('blur', () => sink.busy(), { signal })
  element.addEventListener('pointerdown', () => sink.busy(), { capture: true, signal })
  listenSafariPinch(element, { sink, signal })
  return () => leaving.abort()
}

/** Where on an element a spot of the page is. */
export function spotOn(element: HTMLElement, client: Spot): Spot {
  const size = { width: element.clientWidth, height: element.clientHeight }
  return stageSpot(element.getBoundingClientRect(), size, client)
}

function openMenu(event: MouseEvent, sink: GestureSink, at: Spot): void {
  event.preventDefault()
  sink.menu(at)
}

function wheel(event: WheelEvent, sink: GestureSink, at: Spot): void {
  event.preventDefault()
  const unit =
    event.deltaMode === WheelEvent.DOM_DELTA_LINE
      ? LINE_PX
      : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
        ? PAGE_PX
        : 1
  const [x, y] = [event.deltaX * unit, event.deltaY * unit]
  // A pinch on a touch pad arrives as a wheel with ctrl.
  if (event.ctrlKey || event.metaKey) sink.zoom(2 ** (Math.min(Math.max(y, -60), 60) / 100), at)
  else if (event.shiftKey && x === 0) sink.pan({ x: y, y: 0 })
  else sink.pan({ x, y })
}

interface Listening {
  readonly sink: GestureSink
  readonly signal: AbortSignal
}

function listenPointers(
  element: HTMLElement,
  { sink, spot, signal }: Listening & { spot: (event: MouseEvent) => Spot },
): void {
  const down = new Map<number, Spot>()
  let drag: { from: Spot; last: Spot; moved: boolean; grabbed: ((at: Spot) => void) | null } | null = null

  element.addEventListener(
    'pointerdown',
    (event) => {
      // The middle button pans, whatever is under it.
      if (event.button !== 0 && event.button !== 1) return
      if (event.button === 1) event.preventDefault()
      const at = spot(event)
      down.set(event.pointerId, at)
      drag =
        down.size === 1
          ? {
              from: at,
              last: at,
              moved: false,
              grabbed: event.button === 0 ? sink.grab(at, { shift: event.shiftKey }) : null,
            }
          : null
      element.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      const at = spot(event)
      const before = down.get(event.pointerId)
      if (before === undefined) return sink.hover(at)
      const other = [...down.entries()].find(([id]) => id !== event.pointerId)?.[1]
      down.set(event.pointerId, at)
      if (other !== undefined) return pinch(sink, { before, at, other })
      if (drag === null) return
      if (drag.grabbed !== null) return drag.grabbed(at)
      drag.moved ||= Math.hypot(at.x - drag.from.x, at.y - drag.from.y) > CLICK_SLOP_PX
      if (!drag.moved) return
      sink.pan({ x: drag.last.x - at.x, y: drag.last.y - at.y })
      drag.last = at
    },
    { signal },
  )
  const end = (event: PointerEvent) => {
    down.delete(event.pointerId)
    const ended = drag
    drag = null
    if (ended?.grabbed != null) sink.drop?.()
    if (event.type !== 'pointerup' || event.button !== 0) return
    if (ended !== null && !ended.moved && ended.grabbed === null) sink.click(spot(event))
  }
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', end, { signal })
  element.addEventListener('pointerleave', () => down.size === 0 && sink.hover(null), { signal })
}

/** Two fingers: what is between them stays between them. */
function pinch(sink: GestureSink, { before, at, other }: { before: Spot; at: Spot; other: Spot }): void {
  const apart = (a: Spot) => Math.max(Math.hypot(a.x - other.x, a.y - other.y), 10)
  sink.zoom(apart(before) / apart(at), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 })
  sink.pan({ x: (before.x - at.x) / 2, y: (before.y - at.y) / 2 })
}

/** Safari tells of a pinch by events of its own, which no type knows, and would zoom the page. */
function listenSafariPinch(element: HTMLElement, { sink, signal }: Listening): void {
  let scale = 1
  const read = (event: Event) => ('scale' in event && typeof event.scale === 'number' ? event.scale : 1)
  element.addEventListener(
    'gesturestart',
    (event) => {
      event.preventDefault()
      scale = 1
    },
    { signal },
  )
  element.addEventListener(
    'gesturechange',
    (event) => {
      event.preventDefault()
      sink.zoom(scale / read(event), { x: element.clientWidth / 2, y: element.clientHeight / 2 })
      scale = read(event)
    },
    { signal },
  )
}
