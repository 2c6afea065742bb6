'use client'
/** One value of the page that several places read and set: whether a panel is open, which page. */
import { useSyncExternalStore } from 'react'

export interface SharedState<T> {
  set(next: T): void
  /** The value as it is, in a component that follows it. */
  use(): T
}

export function sharedState<T>(initial: T): SharedState<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    set(next) {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    use: () =>
      useSyncExternalStore(
        subscribe,
        () => value,
        () => initial,
      ),
  }
}
