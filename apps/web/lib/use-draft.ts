'use client'
/** What is being written to a session, kept by this browser until it is sent. */
import { useCallback, useState } from 'react'

export function draftKey(session: string): string {
  return `belay.draft.${session}`
}

export function useDraft(session: string): readonly [string, (text: string) => void] {
  const key = draftKey(session)
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
