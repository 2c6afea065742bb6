'use client'
/** Keys of the sessions page that are heard wherever the focus is, but in a text field, a dialog or a menu. */
import { useEffect } from 'react'
import { isWriting } from '../session/keys-sheet'
import { takeUndo } from './undo-toast'

interface PageKeys {
  readonly onSearch: () => void
  readonly onNew: () => void
}

export function usePageKeys({ onSearch, onNew }: PageKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isWriting(event.target) || event.altKey || event.defaultPrevented) return
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
      if (event.ctrlKey || event.metaKey) {
        if (event.key === 'z' && !event.shiftKey && takeUndo()) event.preventDefault()
        return
      }
      if (event.key !== '/' && event.key !== 'n') return
      event.preventDefault()
      if (event.key === '/') onSearch()
      else onNew()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onSearch, onNew])
}
