/** Arrows through a list of rows with one Tab stop. */
import type { KeyboardEvent } from 'react'

/** From row to row, and from the first back to the search; Home and End only where nobody writes. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-row]')]
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1
  const next = placeAfter(event.key, { at, last: stops.length - 1 })
  if (next === null) return
  event.preventDefault()
  stops[next]?.focus()
}

export function placeAfter(key: string, { at, last }: { readonly at: number; readonly last: number }): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, last)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'Home':
      return at > 0 ? 1 : null
    case 'End':
      return at > 0 ? last : null
    default:
      return null
  }
}
