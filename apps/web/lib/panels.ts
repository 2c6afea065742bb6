'use client'
/** Sizes of the panels, remembered by this browser for all sessions. */
import { useCallback, useSyncExternalStore } from 'react'
import { keepText, keptText } from './kept-text'

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
const SIZES = ['conversation', 'inspector', 'rail'] as const

type Chosen = Partial<Panels>

/** What the person chose; the rest goes with the window. */
let chosen: Chosen | null = null
let current: { readonly of: string; readonly panels: Panels } | null = null
const listeners = new Set<() => void>()

function panelsNow(): Panels {
  chosen ??= read(keptText(KEY))
  const of = `${window.innerWidth}×${window.innerHeight} ${JSON.stringify(chosen)}`
  if (current?.of !== of) current = { of, panels: { ...panelDefaults(), ...chosen } }
  return current.panels
}

function read(text: string | null): Chosen {
  try {
    const known = JSON.parse(text ?? '{}') as Readonly<Record<string, unknown>>
    const sizes = SIZES.map((key) => [key, known[key]] as const).filter(([, size]) => typeof size === 'number')
    return Object.fromEntries(sizes)
  } catch {
    // What is not ours to read is as good as nothing.
    return {}
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('resize', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('resize', listener)
  }
}

export function usePanels(): readonly [Panels, (change: Chosen) => void] {
  const panels = useSyncExternalStore(subscribe, panelsNow)
  const setPanels = useCallback((change: Chosen) => {
    chosen = { ...chosen, ...change }
    keepText(KEY, JSON.stringify(chosen))
    for (const listener of listeners) listener()
  }, [])
  return [panels, setPanels]
}
