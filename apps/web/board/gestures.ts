/**
 * Pointer, wheel and pinch on one element, as what a person means by them. Zooming gestures never reach the page; a drag
 * that began here goes on outside of it, and ends at Escape, another button, another window and a pointer that is lost. Coordinates are the element's own pixels from its corner, however its ancestors
 * are scaled.
 */
import {
  type Meaning,
  NOT_PRESSED,
  type PressEvent,
  type PressState,
  press,
  type Spot,
  stageSpot,
  wheelMeaning,
} from '@belay/canvas'
import { navigation } from '../lib/navigation'

export type { Spot } from '@belay/canvas'

export interface GestureSink {
  /** Content moves by so many pixels: positive shows what is further right and down. */
  pan(by: Spot): void
  /** Below 1 is closer. */
  zoom(factor: number, at: Spot): void
  /** A drag of its own begins here (a minimap): what hears its moves, or null for a drag that pans. */
  grab(at: Spot, held: { readonly shift: boolean }): ((at: Spot) => void) | null
  /** A drag of its own has ended; where it is not kept, all is as it was before it. */
  drop?(kept: boolean): void
  hover(at: Spot | null): void
  /** A key or a press: the person is doing something else than asking what is here, until the pointer moves again. */
  busy(): void
  click(at: Spot): void
  doubleClick(at: Spot): void
  menu(at: Spot): void
}

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
  const turn = { x: event.deltaX * unit, y: event.deltaY * unit }
  // A pinch on a touch pad arrives as a wheel with ctrl.
  const command = event.ctrlKey || event.metaKey
  const meaning = wheelMeaning({ ...turn, command, shift: event.shiftKey }, navigation())
  if (meaning.do === 'zoom') sink.zoom(meaning.factor, at)
  else sink.pan(meaning.by)
}

interface Listening {
  readonly sink: GestureSink
  readonly signal: AbortSignal
}

function listenPointers(
  element: HTMLElement,
  { sink, spot, signal }: Listening & { spot: (event: MouseEvent) => Spot },
): void {
  let state: PressState = NOT_PRESSED
  let own: (at: Spot) => void = () => undefined
  const hear = (event: PressEvent) => {
    const pressed = press(state, event)
    state = pressed.state
    for (const meaning of pressed.means) mean(meaning)
  }
  const mean = (meaning: Meaning) => {
    switch (meaning.do) {
      case 'hover':
        return sink.hover(meaning.at)
      case 'pan':
        return sink.pan(meaning.by)
      case 'zoom':
        return sink.zoom(meaning.factor, meaning.at)
      case 'drag':
        return own(meaning.at)
      case 'drop':
        return sink.drop?.(meaning.kept)
      case 'click':
        return sink.click(meaning.at)
    }
  }
  const down = (event: PointerEvent) => {
    // The middle button pans, whatever is under it.
    const middle = event.button === 1
    if (event.button !== 0 && !middle) return hear({ type: 'abort' })
    if (middle) event.preventDefault()
    const at = spot(event)
    const isFirst = state.down.size === 0
    const grabbed = isFirst && !middle ? sink.grab(at, { shift: event.shiftKey }) : null
    if (grabbed !== null) own = grabbed
    hear({ type: 'down', pointer: event.pointerId, at, own: grabbed !== null, middle })
    element.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    const held = event.pointerType !== 'mouse' || event.buttons === 1 || event.buttons === 4
    hear({ type: 'move', pointer: event.pointerId, at: spot(event), held })
  }
  const lost = (event: PointerEvent) => hear({ type: 'lost', pointer: event.pointerId })
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', (event) => hear({ type: 'up', pointer: event.pointerId, at: spot(event) }), {
    signal,
  })
  element.addEventListener('pointercancel', lost, { signal })
  // Told behind each release, too: then nobody waits for it any more.
  element.addEventListener('lostpointercapture', lost, { signal })
  element.addEventListener('pointerleave', () => state.down.size === 0 && sink.hover(null), { signal })
  listenAborts(() => state.down.size > 0, { abort: () => hear({ type: 'abort' }), signal })
}

/** What ends a gesture from elsewhere. The key is heard here alone while there is one. */
function listenAborts(
  isPressed: () => boolean,
  { abort, signal }: { readonly abort: () => void; readonly signal: AbortSignal },
): void {
  const heard = { capture: true, signal } as const
  const escaped = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isPressed()) return
    event.preventDefault()
    event.stopPropagation()
    abort()
  }
  window.addEventListener('keydown', escaped, heard)
  window.addEventListener('blur', (event) => event.target === window && abort(), heard)
  document.addEventListener('visibilitychange', () => document.hidden && abort(), heard)
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
