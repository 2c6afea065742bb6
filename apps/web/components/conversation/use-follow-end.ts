'use client'
/** Keeps a list at its end while rows come, as long as the person left it there. Growing rows are its own list's to follow. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end that count as the end for who comes back to it. */
const NEAR = 24

export interface FollowEnd {
  readonly atEnd: boolean
  readonly follows: RefObject<boolean>
  readonly toEnd: () => void
}

interface Following {
  readonly list: RefObject<HTMLElement | null>
  /** Whether it is at its end from the beginning; who comes for an earlier turn is not. */
  readonly begins: boolean
  /** Changes whenever rows come or go. */
  readonly rows: unknown
  readonly scrollToEnd: () => void
}

export function useFollowEnd({ list, begins, rows, scrollToEnd }: Following): FollowEnd {
  const follows = useRef(begins)
  const [atEnd, setAtEnd] = useState(begins)
  const toEnd = useCallback(() => {
    follows.current = true
    setAtEnd(true)
    scrollToEnd()
  }, [scrollToEnd])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the rows that have come
  useLayoutEffect(() => {
    if (follows.current) scrollToEnd()
  }, [rows, scrollToEnd])

  useEffect(() => {
    const element = list.current
    if (element === null) return
    let last = { top: element.scrollTop, height: element.scrollHeight }
    // Rows may have come between a scroll of ours and word of it: only who moved up has left the end.
    const onScroll = () => {
      const { scrollTop: top, scrollHeight: height, clientHeight } = element
      const movedUp = top < last.top && height >= last.height
      last = { top, height }
      if (movedUp && height - top - clientHeight > 1) follows.current = false
      else if (height - top - clientHeight < NEAR) follows.current = true
      setAtEnd(follows.current)
    }
    // The composer grows, the window shrinks: whoever followed is taken along, before the next paint.
    const sized = new ResizeObserver(() => (follows.current ? scrollToEnd() : onScroll()))
    sized.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      sized.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [list, scrollToEnd])

  return { atEnd, follows, toEnd }
}
