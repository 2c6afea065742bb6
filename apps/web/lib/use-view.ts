'use client'
/**
 * What is looked at: a turn and a thing in it, kept in the address so that it can be shared and reloaded.
 * `turn` is null while the page follows the newest one.
 */
import { attachmentId, isPointId, spanId } from '@belay/trace'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Selection } from '../board/board-props'

export interface View {
  readonly turn: number | null
  readonly selection: Selection | null
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

export function useView(): readonly [View, (change: Partial<View>) => void] {
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  )
  const view = useMemo(() => readView(search), [search])
  const setView = useCallback((change: Partial<View>) => {
    const next = writeView({ ...readView(window.location.search), ...change })
    window.history.replaceState(window.history.state, '', `${window.location.pathname}${next}`)
    for (const listener of listeners) listener()
  }, [])
  return [view, setView]
}

export function readView(search: string): View {
  const query = new URLSearchParams(search)
  const turn = Number(query.get('turn') ?? '')
  return { turn: Number.isInteger(turn) && turn > 0 ? turn : null, selection: readSelection(query) }
}

function readSelection(query: URLSearchParams): Selection | null {
  const [span, hook, point] = [query.get('span'), query.get('hook'), query.get('point')]
  if (span !== null) return { kind: 'span', span: spanId(span) }
  if (hook !== null) return { kind: 'attachment', attachment: attachmentId(hook) }
  return point !== null && isPointId(point) ? { kind: 'point', point } : null
}

export function writeView({ turn, selection }: View): string {
  const query = new URLSearchParams()
  if (turn !== null) query.set('turn', String(turn))
  switch (selection?.kind) {
    case 'span':
      query.set('span', selection.span)
      break
    case 'attachment':
      query.set('hook', selection.attachment)
      break
    case 'point':
      query.set('point', selection.point)
      break
    case undefined:
      break
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
