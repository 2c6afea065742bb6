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

export function useFollowEnd(): FollowEnd {
  const list = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const [atEnd, setAtEnd] = useState(true)

  const toEnd = useCallback(() => {
    const element = list.current
    if (element !== null) element.scrollTop = element.scrollHeight
  }, [])

  useEffect(() => {
    const element = list.current
    if (element === null) return
    const onScroll = () => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR
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
