/** Whether the server turned this browser away. Set by the first 401, shown instead of the page. */
import { useSyncExternalStore } from 'react'

let refused = false
const listeners = new Set<() => void>()

export function markSignedOut(): void {
  if (refused) return
  refused = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSignedOut(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => refused,
    () => false,
  )
}
