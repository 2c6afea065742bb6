'use client'
/** Keeps a scrolled list at its end while it grows, as long as the person left it there. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Pixels from the end that still count as the end: a half line of overscroll is no wish to leave. */
const NEAR = 24

export interface FollowEnd {
  readonly list: RefObject<HTMLDivElement | null>
  readonly atEnd: boolean
  readonly toEnd: () => void
}

/** `begins`: whether it is at its end from the beginning; who comes for an earlier turn is not. */
export function useFollowEnd(begins: boolean): FollowEnd {
  const list = useRef<HTMLDivElement>(null)
  const follows = useRef(begins)
  const [atEnd, setAtEnd] = useState(begins)

  const toEnd = useCallback(() => {
    const element = list.current
    follows.current = true
    if (element !== null) element.scrollTop = element.scrollHeight
  }, [])

  useEffect(() => {
    const element = list.current
    if (element === null) return
    let last = { top: 0, height: 0 }
    // Rows may have come between a scroll of ours and word of it: only who moved up has left the end.
    const onScroll = () => {
      const { scrollTop: top, scrollHeight: height, clientHeight } = element
      const movedUp = top < last.top && height >= last.height
      last = { top, height }
      if (height - top - clientHeight < NEAR) follows.current = true
      else if (movedUp) follows.current = false
      setAtEnd(follows.current)
    }
    // Growing content does not scroll by itself: whoever followed is taken along, before the next paint.
    const grown = new ResizeObserver(() => (follows.current ? toEnd() : onScroll()))
    grown.observe(element)
    for (const child of element.children) grown.observe(child)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      grown.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [toEnd])

  return { list, atEnd, toEnd }
}
