'use client'
/** How a wheel moves the canvas on this machine: as in design tools, or as on maps. */
import type { Navigation } from '@belay/canvas'
import { useSyncExternalStore } from 'react'
import { keepText, keptText } from './kept-text'

const KEY = 'belay.navigation'
const listeners = new Set<() => void>()

export function navigation(): Navigation {
  return keptText(KEY) === 'map' ? 'map' : 'design'
}

export function setNavigation(next: Navigation): void {
  keepText(KEY, next === 'map' ? next : null)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab chose.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function useNavigation(): Navigation {
  return useSyncExternalStore(subscribe, navigation, () => 'design')
}
