'use client'
/** Brings into view what was picked elsewhere, where it is not: a row as far as needed, an earlier turn from its beginning. */
import type { SpanId, TurnId } from '@belay/trace'
import { useEffect, useRef } from 'react'
import { revealAt } from '../../lib/view/row-size'
import type { VirtualRows } from './use-virtual-rows'

interface Looked {
  readonly span: SpanId | null
  /** The row of the span, or -1. */
  readonly row: number
  /** The turn that was gone back to; null while the newest is followed. */
  readonly turn: TurnId | null
  /** Its first row, or -1. */
  readonly first: number
}

export function useReveal(virtual: VirtualRows, { span, row, turn, first }: Looked): void {
  const seen = useRef<Pick<Looked, 'span' | 'turn'>>({ span: null, turn: null })
  useEffect(() => {
    const before = seen.current
    seen.current = { span, turn }
    if (span !== null && span !== before.span && row >= 0) reveal(virtual, row)
    else if (span === null && turn !== null && turn !== before.turn && first >= 0)
      virtual.scrollToIndex(first, { align: 'start' })
  }, [virtual, span, row, turn, first])
}

function reveal(virtual: VirtualRows, row: number): void {
  const place = virtual.measurementsCache[row]
  const [offset, view] = [virtual.scrollOffset ?? 0, virtual.scrollRect]
  if (place === undefined || view === null) return
  const align = revealAt({ from: place.start, to: place.end }, { from: offset, to: offset + view.height })
  if (align !== null) virtual.scrollToIndex(row, { align })
}
