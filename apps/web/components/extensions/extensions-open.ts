'use client'
/** Whether the panel of extensions is open: a button and a menu open the same one. */
import { useSyncExternalStore } from 'react'

let open = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function openExtensions(next: boolean): void {
  if (next === open) return
  open = next
  for (const listener of listeners) listener()
}

export function useExtensionsOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  )
}
