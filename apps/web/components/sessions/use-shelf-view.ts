'use client'
/** The view of the sessions page, kept in the address. A switch is a step to go back over; writing a search is not. */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { isWrittenOtherwise, readShelf, type ShelfView, writeShelf } from './shelf-view'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

export function useShelfView(): readonly [ShelfView, (view: ShelfView, how: 'step' | 'write') => void] {
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  )
  const view = useMemo(() => readShelf(search), [search])
  const setView = useCallback((next: ShelfView, how: 'step' | 'write') => {
    const address = `${window.location.pathname}${writeShelf(next)}`
    if (address === `${window.location.pathname}${window.location.search}`) return
    if (how === 'step') window.history.pushState(null, '', address)
    else window.history.replaceState(null, '', address)
    for (const listener of listeners) listener()
  }, [])
  // What could not be read of the address is not left standing in it.
  useEffect(() => {
    if (isWrittenOtherwise(search)) setView(view, 'write')
  }, [search, view, setView])
  return [view, setView]
}
