'use client'
/** What of a scrolled list is in view. Another list starts at its top; one that is come back to, where it was left. */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { View } from './row-places'

const left = new Map<string, number>()

export function useScrollView(frame: RefObject<HTMLElement | null>, list: string): View {
  const [view, setView] = useState<View>({ top: 0, height: 0 })
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const read = () => {
      const { scrollTop: top, clientHeight: height } = element
      setView((before) => (before.top === top && before.height === height ? before : { top, height }))
    }
    const resized = new ResizeObserver(read)
    resized.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    read()
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [frame])
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    element.scrollTop = left.get(list) ?? 0
    return () => {
      left.set(list, element.scrollTop)
    }
  }, [frame, list])
  return view
}
