'use client'
/** The command palette of every page, its key, and what can be done on all pages alike. */
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useEffect, useMemo } from 'react'
import { isMac } from '../../lib/platform'
import { toggleTheme, useTheme } from '../../lib/theme'
import type { Action } from '../actions/action'
import { useActions } from '../actions/use-actions'
import { openNewSession, useNewSessionOpen } from '../sessions/new-session-open'
import { CommandPalette } from './command-palette'
import { OPENS_PALETTE, openCommands, useCommandsOpen } from './palette-open'

const NewSessionDialog = dynamic(
  () => import('../sessions/new-session-dialog').then(({ NewSessionDialog: dialog }) => dialog),
  { ssr: false },
)

export function CommandsHost() {
  const open = useCommandsOpen()
  const creating = useNewSessionOpen()
  usePaletteKey(open)
  useActionsOfApp()
  return (
    <>
      {open ? <CommandPalette /> : null}
      {creating ? <NewSessionDialog onClose={() => openNewSession(false)} /> : null}
    </>
  )
}

/** Also while one writes, as no letter is lost to it; not over another dialog, which is to be finished first. */
function usePaletteKey(open: boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
      if (!command || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      event.stopPropagation()
      if (open) openCommands(false)
      else if (document.querySelector('[role="dialog"]:not([data-passive]), [role="menu"]') === null) openCommands(true)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [open])
}

function useActionsOfApp(): void {
  const { push } = useRouter()
  const theme = useTheme()
  useActions(
    useMemo(
      (): readonly Action[] => [
        {
          ...{ id: OPENS_PALETTE, title: 'Find what to do, or where to go', group: 'Page', keys: ['Ctrl+K'] },
          run: () => openCommands(true),
        },
        { id: 'page.sessions', title: 'Go to the sessions', group: 'Page', run: () => push('/') },
        { id: 'page.hooks', title: 'Go to the hooks: write and try them', group: 'Page', run: () => push('/hooks') },
        { id: 'sessions.new', title: 'New session…', group: 'Page', run: () => openNewSession(true) },
        { id: 'view.theme', title: theme === 'dark' ? 'Light theme' : 'Dark theme', group: 'View', run: toggleTheme },
      ],
      [push, theme],
    ),
  )
}
