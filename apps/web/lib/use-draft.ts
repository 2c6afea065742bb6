'use client'
/** What is being written to a session, kept by this browser until it is sent. */
import { useCallback, useState } from 'react'
import { keepText, keptText } from './kept-text'

export function draftKey(session: string): string {
  return `belay.draft.${session}`
}

export function useDraft(session: string): readonly [string, (text: string) => void] {
  const key = draftKey(session)
  const [text, setText] = useState(() => keptText(key) ?? '')
  const write = useCallback(
    (next: string) => {
      setText(next)
      keepText(key, next === '' ? null : next)
    },
    [key],
  )
  return [text, write]
}
