'use client'
/** Gives the focus back to where it came from when what had it goes away, unless the person has taken it elsewhere. */
import { useEffect, useState } from 'react'

export function returnFocus(opener: Element | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
  })
}

/** For what took its own button away: to the rail, where what it was about stood. */
export function focusRail(): void {
  const tree = document.querySelector<HTMLElement>('[data-testid="rail"] [role="tree"]')
  tree?.focus({ preventScroll: true })
}

/** For what is drawn only while it is open. */
export function useReturnFocus(from?: HTMLElement): void {
  const [opener] = useState(() => from ?? document.activeElement)
  useEffect(() => () => returnFocus(opener), [opener])
}
