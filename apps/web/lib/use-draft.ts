'use client'
/** What is being written to a session, kept by this browser until it is sent. */
import { useCallback, useState } from 'react'

export function useDraft(session: string): readonly [string, (text: string) => void] {
  const key = `belay.draft.${session}`
  const [text, setText] = useState(() => window.localStorage.getItem(key) ?? '')
  const write = useCallback(
    (next: string) => {
      setText(next)
      if (next === '') window.localStorage.removeItem(key)
      else window.localStorage.setItem(key, next)
    },
    [key],
  )
  return [text, write]
}
