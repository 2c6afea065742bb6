'use client'
/**
 * The rows by keyboard: arrows go from row to row, and through one that is longer than the view; Enter picks what the row is
 * about. A key that belongs to a button or a card in a row is left to it.
 */
import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import type { VirtualRows } from './use-virtual-rows'

/** One press scrolls a long row by so many of its lines. */
const STEP = 60

interface Rows {
  readonly list: RefObject<HTMLDivElement | null>
  readonly virtual: VirtualRows
  readonly count: number
  /** The place of the row that the keyboard is at, or -1. */
  readonly active: number
  /** The row that is about to take the focus, which must be drawn by then. */
  readonly going: number | null
  readonly setGoing: (at: number | null) => void
  readonly onPick: (at: number) => void
}

export function useRowKeys(rows: Rows): (event: KeyboardEvent) => void {
  const { list, virtual, count, active, going, setGoing, onPick } = rows
  useEffect(() => {
    if (going === null) return
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${going}"]`)
    row?.focus({ preventScroll: true })
    if (row !== null && row !== undefined) setGoing(null)
  })
  const go = (at: number) => {
    const to = Math.max(0, Math.min(count - 1, at))
    virtual.scrollToIndex(to)
    setGoing(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const onList = event.target === list.current
    if (!onList && !isRow(event.target)) return
    const at = onList ? seenFrom(virtual, active, event.key) : active
    const to = targetOf(event, at, count)
    if (event.key === 'Enter' && !onList && !hasModifier(event)) onPick(active)
    else if (to === null) return
    else if (onList || !scrollsOn(list.current, event)) go(to)
    event.preventDefault()
  }
  return onKeyDown
}

function targetOf(event: KeyboardEvent, at: number, count: number): number | null {
  const edge = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
  if (edge && event.key === 'Home') return 0
  if (edge && event.key === 'End') return count - 1
  if (hasModifier(event)) return null
  if (event.key === 'ArrowUp') return at - 1
  return event.key === 'ArrowDown' ? at + 1 : null
}

/** Who comes to the list begins at the row where they were, else at what is in view. */
function seenFrom(virtual: VirtualRows, active: number, key: string): number {
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  if (active >= startIndex && active <= endIndex) return key === 'ArrowUp' ? active + 1 : active - 1
  return key === 'ArrowUp' ? endIndex + 1 : startIndex - 1
}

/** Whether there was more of the row in that direction, which is shown before the next row. */
function scrollsOn(list: HTMLElement | null, { target, key }: KeyboardEvent): boolean {
  if (list === null || !(target instanceof Element) || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false
  const [view, row] = [list.getBoundingClientRect(), target.getBoundingClientRect()]
  const hidden = key === 'ArrowUp' ? view.top - row.top : row.bottom - view.bottom
  if (hidden <= 0 || row.bottom < view.top || row.top > view.bottom) return false
  list.scrollTop += (key === 'ArrowUp' ? -1 : 1) * Math.min(STEP, hidden)
  return true
}

function isRow(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.row !== undefined
}

function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}
