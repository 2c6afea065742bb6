'use client'
/**
 * What is looked at: a turn, a thing in it, an event of it, a stretch of its time, kept in the address so that it can be shared and reloaded.
 * `turn` is null while the page follows the newest one; `event` counts from 1 and is null unless a turn is walked through.
 * Promises that the page hears of a change at once, and the address not so often that the browser would stop taking it.
 */
import { attachmentId, isPointId, spanId } from '@belay/trace'
import { useMemo, useSyncExternalStore } from 'react'
import type { Selection, TimeRange } from '../board/board-props'

export interface View {
  readonly turn: number | null
  readonly selection: Selection | null
  readonly event: number | null
  /** The stretch of the turn that is in view; null for all of it. */
  readonly range: TimeRange | null
}

/** Chromium takes 200 changes of an address in ten seconds; a key that is held down gives 300. */
const ADDRESS_EVERY_MS = 120

const listeners = new Set<() => void>()
/** What is looked at while the address is behind; void as soon as somebody else changed the address. */
let ahead: { readonly path: string; readonly address: string; readonly search: string } | null = null
let writtenAtMs = 0
let writing: ReturnType<typeof setTimeout> | null = null

function searchNow(): string {
  const { pathname, search } = window.location
  if (ahead !== null && (ahead.path !== pathname || ahead.address !== search)) ahead = null
  return ahead?.search ?? search
}

/** For whoever acts and does not draw. */
export function viewNow(): View {
  return readView(searchNow())
}

export function changeView(next: Partial<View>): void {
  change(writeView({ ...viewNow(), ...next }))
}

function change(search: string): void {
  ahead = { path: window.location.pathname, address: window.location.search, search }
  for (const listener of listeners) listener()
  const wait = writtenAtMs + ADDRESS_EVERY_MS - performance.now()
  if (wait <= 0) write()
  else writing ??= setTimeout(write, wait)
}

function write(): void {
  if (writing !== null) clearTimeout(writing)
  writing = null
  const search = searchNow()
  writtenAtMs = performance.now()
  if (search !== window.location.search)
    window.history.replaceState(window.history.state, '', `${window.location.pathname}${search}`)
  ahead = null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

export function useView(): readonly [View, (change: Partial<View>) => void] {
  const search = useSyncExternalStore(subscribe, searchNow, () => '')
  const view = useMemo(() => readView(search), [search])
  return [view, changeView]
}

export function readView(search: string): View {
  const query = new URLSearchParams(search)
  const turn = countOf(query.get('turn'))
  return {
    turn,
    selection: readSelection(query),
    event: turn === null ? null : countOf(query.get('event')),
    range: readRange(query.get('time')),
  }
}

function countOf(text: string | null): number | null {
  const count = Number(text ?? '')
  return Number.isInteger(count) && count > 0 ? count : null
}

/** `1200-3400.5`, milliseconds after the turn's beginning. */
function readRange(text: string | null): TimeRange | null {
  const [, from, to] = /^(\d{1,15}(?:\.\d+)?)-(\d{1,15}(?:\.\d+)?)$/.exec(text ?? '') ?? []
  const range = { fromMs: Number(from), toMs: Number(to) }
  return range.fromMs < range.toMs ? range : null
}

function readSelection(query: URLSearchParams): Selection | null {
  const [span, hook, point] = [query.get('span'), query.get('hook'), query.get('point')]
  if (span !== null) return { kind: 'span', span: spanId(span) }
  if (hook !== null) return { kind: 'attachment', attachment: attachmentId(hook) }
  return point !== null && isPointId(point) ? { kind: 'point', point } : null
}

export function writeView({ turn, selection, event, range }: View): string {
  const query = new URLSearchParams()
  if (turn !== null) query.set('turn', String(turn))
  if (turn !== null && event !== null) query.set('event', String(event))
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
  if (range !== null) query.set('time', `${range.fromMs}-${range.toMs}`)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
