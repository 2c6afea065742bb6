'use client'
/** Keys of the page of hooks. Letters are heard where nobody writes; saving everywhere. */
import { useEffect } from 'react'
import { isWriting } from '../session/keys-sheet'
import { takeUndo } from '../sessions/undo-toast'

interface Keys {
  readonly onNew: () => void
  readonly onSearch: () => void
}

export function useHooksKeys({ onNew, onSearch }: Keys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isWriting(event.target) || event.altKey || event.defaultPrevented) return
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
      if (event.ctrlKey || event.metaKey) {
        if (event.key.toLowerCase() === 'z' && !event.shiftKey && takeUndo()) event.preventDefault()
        return
      }
      if (event.key !== '/' && event.key !== 'n') return
      event.preventDefault()
      if (event.key === '/') onSearch()
      else onNew()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onNew, onSearch])
}

/** `save`: also from within the editor, in place of the browser's own. `enter`: into the editor. */
export function useEditorKeys({ save, enter }: { readonly save: () => void; readonly enter: () => void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 's') {
        event.preventDefault()
        if (!event.repeat) save()
        return
      }
      const isLetter = event.key === 'e' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isLetter || isWriting(event.target) || document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      enter()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [save, enter])
}
