/**
 * Everything in a browser that moves a drag or ends it, from the press to the end and no longer: Escape, another window,
 * another button, a lost or a second pointer.
 */
import type { AbortReason } from '@belay/canvas'

export interface DragEars {
  /** It has the pointer. */
  readonly element: HTMLElement
  readonly isMouse: boolean
  isOurs(event: PointerEvent): boolean
  move(event: PointerEvent): void
  release(event: PointerEvent): void
  abort(reason: AbortReason): void
}

/** Returns the end of listening. */
export function listenDrag(ears: DragEars): () => void {
  const listening = new AbortController()
  const heard = { capture: true, signal: listening.signal } as const
  listenPointer(ears, heard)
  listenElsewhere(ears, heard)
  return () => listening.abort()
}

interface Heard {
  readonly capture: true
  readonly signal: AbortSignal
}

function listenPointer({ element, isMouse, isOurs, move, release, abort }: DragEars, heard: Heard): void {
  const moved = (event: PointerEvent) => {
    if (!isOurs(event)) return
    event.stopPropagation()
    // Chorded buttons come as moves, and a release that nobody told of shows here.
    if (isMouse && event.buttons !== 1) abort((event.buttons & 1) === 0 ? 'pointer lost' : 'other button')
    else move(event)
  }
  const pressed = (event: PointerEvent) => {
    if (isOurs(event)) return
    event.stopPropagation()
    abort('second pointer')
  }
  const lost = (event: PointerEvent) => isOurs(event) && abort('pointer lost')
  window.addEventListener('pointermove', moved, heard)
  window.addEventListener('pointerup', (event) => isOurs(event) && release(event), heard)
  window.addEventListener('pointercancel', lost, heard)
  window.addEventListener('pointerdown', pressed, heard)
  element.addEventListener('lostpointercapture', lost, heard)
}

function listenElsewhere({ abort }: DragEars, heard: Heard): void {
  const escaped = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    abort('escape')
  }
  window.addEventListener('keydown', escaped, heard)
  window.addEventListener('contextmenu', (event) => event.preventDefault(), heard)
  window.addEventListener('blur', (event) => event.target === window && abort('focus lost'), heard)
  document.addEventListener('visibilitychange', () => document.hidden && abort('focus lost'), heard)
}
