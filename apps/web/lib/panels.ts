'use client'
/** Sizes of the panels, remembered by this browser for all sessions. */
import { useCallback, useSyncExternalStore } from 'react'

export interface Panels {
  readonly conversation: number
  readonly inspector: number
  /** Height of the rail. */
  readonly rail: number
}

/** Sizes where nobody chose any: a fifth of the window each side, so that the board keeps the most of it. */
export function panelDefaults(): Panels {
  const { innerWidth: width, innerHeight: height } = window
  return {
    conversation: clamp(width * 0.2, 288, 372),
    inspector: clamp(width * 0.22, 324, 400),
    rail: clamp(height * 0.43, 240, 460),
  }
}

function clamp(size: number, min: number, max: number): number {
  return Math.round(Math.min(max, Math.max(min, size)))
}

const KEY = 'belay.panels'

let cached: Panels | null = null
const listeners = new Set<() => void>()

function current(): Panels {
  cached ??= read(window.localStorage.getItem(KEY))
  return cached
}

function read(text: string | null): Panels {
  const defaults = panelDefaults()
  if (text === null) return defaults
  try {
    const known = JSON.parse(text) as Partial<Record<keyof Panels, unknown>>
    const size = (key: keyof Panels) => (typeof known[key] === 'number' ? known[key] : defaults[key])
    return { conversation: size('conversation'), inspector: size('inspector'), rail: size('rail') }
  } catch {
    // What is not ours to read is as good as nothing.
    return defaults
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function usePanels(): readonly [Panels, (change: Partial<Panels>) => void] {
  const panels = useSyncExternalStore(subscribe, current)
  const setPanels = useCallback((change: Partial<Panels>) => {
    cached = { ...current(), ...change }
    window.localStorage.setItem(KEY, JSON.stringify(cached))
    for (const listener of listeners) listener()
  }, [])
  return [panels, setPanels]
}
