'use client'
/**
 * What has the focus may go away under it: a button that has done its work, a row that was deleted, a panel that another
 * took the place of. Promises: the keyboard then goes on near where it was, never at the top of the page. Whoever knows a
 * better place gives the focus there at once; this only acts where nobody did.
 */
import { useEffect } from 'react'

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex]'

/** Frames that a closing menu or dialog has to give the focus back itself. */
const FRAMES = 3

export function useLostFocus(): void {
  useEffect(() => watchFocus(document), [])
}

export function watchFocus(page: Document): () => void {
  let last: Element | null = null
  /** What it stood in, the nearest first. */
  let around: readonly Element[] = []
  let waiting = false
  const hold = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null
    around = last === null ? [] : ancestorsOf(last)
  }
  const letGo = ({ target, relatedTarget }: FocusEvent) => {
    // A click beside everything takes the focus away on purpose; what is being removed is told a moment before it is gone.
    queueMicrotask(() => {
      if (relatedTarget === null && target === last && !isLost(target)) last = null
    })
  }
  const look = () => {
    if (waiting || last === null || !isLost(last)) return
    waiting = true
    afterFrames(FRAMES, () => {
      waiting = false
      if (last !== null && isLost(last) && hasNoFocus(page)) nearest(around)?.focus({ preventScroll: true })
      else if (last !== null && isLost(last)) last = null
    })
  }
  const changes = new MutationObserver(look)
  changes.observe(page.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'inert'] })
  page.addEventListener('focusin', hold)
  page.addEventListener('focusout', letGo)
  return () => {
    changes.disconnect()
    page.removeEventListener('focusin', hold)
    page.removeEventListener('focusout', letGo)
  }
}

function isLost(element: EventTarget | null): boolean {
  return element instanceof Element && (!element.isConnected || element.matches(':disabled'))
}

function hasNoFocus({ activeElement, body }: Document): boolean {
  return activeElement === null || activeElement === body
}

/** Within the page: the body itself is no place to go on. */
function ancestorsOf(element: Element): readonly Element[] {
  const found: Element[] = []
  for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) found.push(at)
  return found
}

/** The first thing to go on with in the nearest part that is still there. */
function nearest(around: readonly Element[]): HTMLElement | null {
  for (const part of around) {
    if (!part.isConnected) continue
    for (const found of part.querySelectorAll<HTMLElement>(FOCUSABLE))
      if (found.tabIndex >= 0 && found.checkVisibility({ visibilityProperty: true })) return found
  }
  return null
}

function afterFrames(count: number, run: () => void): void {
  if (count === 0) run()
  else requestAnimationFrame(() => afterFrames(count - 1, run))
}
