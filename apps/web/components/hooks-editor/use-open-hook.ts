'use client'
/** Which hook the page shows, and of which session its events are, kept in the address. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

export interface OpenHook {
  readonly hook: string | null
  readonly session: string | null
}

export function hookAddress(hook: string | null, session: string | null = null): string {
  const query = new URLSearchParams()
  if (hook !== null) query.set('hook', hook)
  if (session !== null) query.set('session', session)
  const text = query.toString()
  return text === '' ? '/hooks' : `/hooks?${text}`
}

/** To the page of a hook, from wherever one is. */
export function goToHook(hook: string, push: (address: string) => void): void {
  if (window.location.pathname !== '/hooks') {
    push(hookAddress(hook))
    return
  }
  window.history.pushState(null, '', hookAddress(hook))
  for (const listener of listeners) listener()
}

export function useOpenHook(): readonly [OpenHook, (next: Partial<OpenHook>) => void] {
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  )
  const open = useMemo((): OpenHook => {
    const query = new URLSearchParams(search)
    return { hook: query.get('hook'), session: query.get('session') }
  }, [search])
  const show = useCallback(
    (next: Partial<OpenHook>) => {
      const { hook, session } = { ...open, ...next }
      const address = hookAddress(hook, session)
      if (address === `${window.location.pathname}${window.location.search}`) return
      window.history.pushState(null, '', address)
      for (const listener of listeners) listener()
    },
    [open],
  )
  return [open, show]
}
