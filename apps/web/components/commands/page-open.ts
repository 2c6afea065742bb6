'use client'
/** Which page of a command is open: the composer and the glance open the same one. */
import { useSyncExternalStore } from 'react'

let open: string | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** By the command's name; null closes it. */
export function openPage(next: string | null): void {
  if (next === open) return
  open = next
  for (const listener of listeners) listener()
}

export function usePageOpen(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  )
}
