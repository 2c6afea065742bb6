'use client'
/** The form that asks for a hook's parameters before it is attached: where it was dropped, and what for. */
import type { PointId } from '@belay/trace'
import { useSyncExternalStore } from 'react'
import type { AnchorRect } from '../../board/board-props'
import type { LibraryHook } from '../../lib/api'

export interface OpenForm {
  readonly hook: LibraryHook
  readonly point: PointId
  readonly position: number
  readonly anchor: AnchorRect
  /** Where the focus goes back to; absent: where it is. */
  readonly opener?: HTMLElement
}

let current: OpenForm | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function openAttachForm(form: OpenForm | null): void {
  current = form
  for (const listener of listeners) listener()
}

export function useAttachForm(): OpenForm | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
}
