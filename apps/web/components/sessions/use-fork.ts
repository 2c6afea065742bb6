'use client'
/**
 * Forking from wherever a row or a span is shown: `useFork()` gives a function that opens the dialog. One dialog a page,
 * `ForkDialogHost`, which stands in the sessions page and in the session's top bar.
 */
import type { SessionId } from '@belay/trace'
import { useSyncExternalStore } from 'react'

export interface ForkAsk {
  readonly session: SessionId
  readonly title: string
  /** The last row that the fork takes over (`rowAtSpan` knows a span's); 0 for none, null for all of them. */
  readonly row: number | null
  /** Put into the composer of the new session. */
  readonly text?: string
}

let asked: ForkAsk | null = null
const listeners = new Set<() => void>()

function ask(next: ForkAsk | null): void {
  asked = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useFork(): (fork: ForkAsk) => void {
  return ask
}

export function closeFork(): void {
  ask(null)
}

export function useForkAsked(): ForkAsk | null {
  return useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  )
}
