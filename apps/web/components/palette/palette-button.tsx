'use client'
/** The way to the palette, on the rail where its hooks go, and its key. */
import { Blocks } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { focusRail } from '../../lib/return-focus'
import type { Action } from '../actions/action'
import { useActions } from '../actions/use-actions'
import board from '../session/board-button.module.css'
import { isWriting } from '../session/keys-sheet'
import { Keys } from '../ui/keys'
import styles from './palette.module.css'
import { openPalette, usePaletteOpen } from './palette-open'

/** The same key where the rail is not in sight: to the board, with the palette open. */
export function PaletteKey({ onBoard }: { readonly onBoard: () => void }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isWriting(event.target) || event.metaKey || event.ctrlKey || event.altKey) return
      if (event.key !== 'h' || document.querySelector('[role="dialog"]:not([data-passive]), [role="menu"]') !== null)
        return
      event.preventDefault()
      openPalette(true)
      onBoard()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [onBoard])
  return null
}

export function PaletteButton() {
  const open = usePaletteOpen()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isWriting(event.target) || event.metaKey || event.ctrlKey || event.altKey) return
      if (event.key === 'h') {
        event.preventDefault()
        const within = document.activeElement?.closest('[data-testid="palette"]') != null
        openPalette(!open)
        // It takes what has the focus away with it.
        if (within) focusRail()
      }
      // What these go to is behind the palette.
      if (event.key === 'c' || event.key === 'q') openPalette(false)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [open])
  useEffect(() => () => openPalette(false), [])
  useActions(
    useMemo((): readonly Action[] => {
      const title = open ? 'Close the palette of hooks' : 'Open the palette of hooks, to attach one'
      return [{ id: 'rail.palette', title, group: 'Page', keys: ['H'], run: () => openPalette(!open) }]
    }, [open]),
  )
  return (
    <button
      type="button"
      className={`${board.button} ${styles.place}`}
      aria-expanded={open}
      aria-keyshortcuts="h"
      onClick={() => openPalette(!open)}
    >
      <Blocks size={14} aria-hidden />
      Hooks
      <Keys keys="H" />
    </button>
  )
}
