'use client'
import { useCallback, useSyncExternalStore } from 'react'

/** From here on the inspector is a column of its own; below, it slides over the board. */
export const WIDE = '(min-width: 1160px)'

/** Below this width conversation and board do not fit beside each other. */
export const MEDIUM = '(min-width: 900px)'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}
