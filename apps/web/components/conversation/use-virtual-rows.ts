'use client'
/**
 * The rows of the conversation of which those in view are drawn. Promises: what is read stays where it is while rows above it
 * come, go or turn out higher than guessed; who stands at the end stays there; what is held is drawn wherever one scrolls.
 */
import { defaultRangeExtractor, type Range, type ReactVirtualizer, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useRef } from 'react'
import type { ConversationItem } from '../../lib/view/conversation'
import { guessHeight, withHeld } from '../../lib/view/row-size'

/** Rows beyond the view, so that a turn of the wheel finds them drawn. */
const BEYOND = 8
/** The room between rows, and around them: the sizes of the design. */
const GAP = 8
const EDGE = 12
/** The end, but for rounding. */
const AT_END = 2

export type VirtualRows = ReactVirtualizer<HTMLDivElement, HTMLLIElement>

interface Rows {
  readonly virtual: VirtualRows
  /** Their keys in order: the same list until rows come or go. */
  readonly keys: readonly string[]
}

export function useVirtualRows(
  items: readonly ConversationItem[],
  list: RefObject<HTMLDivElement | null>,
  held: readonly string[],
): Rows {
  const keys = useKeys(items)
  const getItemKey = useCallback((index: number) => keys[index] ?? index, [keys])
  const rangeExtractor = useCallback(
    (range: Range) => withHeld(defaultRangeExtractor(range), placesOf(keys, held)),
    [keys, held],
  )
  const virtual = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: keys.length,
    getScrollElement: () => list.current,
    estimateSize: (index) => sizeOf(items[index]),
    ...{ getItemKey, rangeExtractor, overscan: BEYOND },
    ...{ gap: GAP, paddingStart: EDGE, paddingEnd: EDGE, scrollPaddingStart: EDGE, scrollPaddingEnd: EDGE },
    ...{ anchorTo: 'end', scrollEndThreshold: AT_END },
    // Places are written in the frame in which a row has changed its height, and not one later.
    ...{ directDomUpdates: true, directDomUpdatesMode: 'position' },
  })
  return { virtual, keys }
}

function sizeOf(item: ConversationItem | undefined): number {
  return item === undefined ? 0 : guessHeight(item)
}

function useKeys(items: readonly ConversationItem[]): readonly string[] {
  const known = useRef<readonly string[]>([])
  const same = known.current.length === items.length && items.every(({ key }, at) => key === known.current[at])
  if (same) return known.current
  known.current = items.map(({ key }) => key)
  return known.current
}

function placesOf(keys: readonly string[], held: readonly string[]): readonly number[] {
  return held.length === 0 ? [] : held.map((key) => keys.indexOf(key)).filter((at) => at >= 0)
}
