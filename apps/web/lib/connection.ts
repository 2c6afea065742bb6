/** Whether the page hears the server. A break shorter than a second is not worth a word. */
import { useSyncExternalStore } from 'react'

export type Connection = 'connecting' | 'live' | 'reconnecting'

let current: Connection = 'connecting'
const listeners = new Set<() => void>()

export function setConnection(next: Connection): void {
  if (next === current) return
  current = next
  for (const listener of listeners) listener()
}

export function connectionNow(): Connection {
  return current
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connectionNow, () => 'connecting')
}
