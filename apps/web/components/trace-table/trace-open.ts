'use client'
/** Whether the trace is open: a button, a key and a menu all open the same one. */
import { useSyncExternalStore } from 'react'

let open = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function openTrace(next: boolean): void {
  if (next === open) return
  open = next
  for (const listener of listeners) listener()
}

export function useTraceOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  )
}
