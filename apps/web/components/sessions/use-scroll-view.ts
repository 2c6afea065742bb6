'use client'
/** What of a scrolled element is in view. */
import { type RefObject, useEffect, useState } from 'react'
import type { View } from './row-places'

export function useScrollView(frame: RefObject<HTMLElement | null>): View {
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
  return view
}
