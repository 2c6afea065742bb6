'use client'
/** The session's menu asks its title to become an input: the name is edited where it stands. */
import { useEffect } from 'react'

const listeners = new Set<() => void>()

export function requestRename(): void {
  for (const listener of listeners) listener()
}

/** For the title. */
export function useRenameRequests(onRequest: () => void): void {
  useEffect(() => {
    listeners.add(onRequest)
    return () => {
      listeners.delete(onRequest)
    }
  })
}
