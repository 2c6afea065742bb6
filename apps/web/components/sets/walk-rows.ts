/** Arrows go from row to row of a list, wherever in a row the keyboard is. */
import type { KeyboardEvent } from 'react'

export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const { activeElement } = document
  const at = rows.findIndex((row) => row.closest('li')?.contains(activeElement) === true)
  event.preventDefault()
  rows[Math.min(Math.max(at + by, 0), rows.length - 1)]?.focus()
}
