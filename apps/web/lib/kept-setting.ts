'use client'
/** Something that a person chose for this browser: kept by it, the same in each of its tabs. */
import { useSyncExternalStore } from 'react'
import { keepText, keptText } from './kept-text'

export interface KeptSetting<T> {
  get(): T
  /** null goes back to what it is where nobody chose. */
  keep(text: string | null): void
  use(onServer: T): T
}

/** `read` makes the value of the text; it must give the same value for the same state of things. */
export function keptSetting<T>(key: string, read: (text: string | null) => T): KeptSetting<T> {
  const listeners = new Set<() => void>()
  const get = () => read(keptText(key))
  const moved = () => {
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    // Another tab chose.
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  }
  return {
    get,
    keep(text) {
      keepText(key, text)
      moved()
    },
    use: (onServer) => useSyncExternalStore(subscribe, get, () => onServer),
  }
}
