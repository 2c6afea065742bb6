'use client'
/** What can be done on the page of hooks as a whole, and in its editor. Letters are heard where nobody writes; saving everywhere. */
import { useEffect, useMemo } from 'react'
import type { Action } from '../actions/action'
import { useActions } from '../actions/use-actions'
import { takeBack } from '../sessions/take-back'

interface Keys {
  readonly onNew: () => void
  readonly onSearch: () => void
}

export function useHooksKeys({ onNew, onSearch }: Keys): void {
  useActions(
    useMemo(
      (): readonly Action[] => [
        { id: 'hooks.new', title: 'New hook…', group: 'Page', keys: ['N'], heard: 'page', run: onNew },
        { id: 'hooks.search', title: 'Search the hooks', group: 'Page', keys: ['/'], heard: 'page', run: onSearch },
        takeBack('Undo a deletion, while it is offered'),
      ],
      [onNew, onSearch],
    ),
  )
}

/** `save`: also from within the editor, in place of the browser's own. `enter`: into the editor. */
export function useEditorKeys({ save, enter }: { readonly save: () => void; readonly enter: () => void }): void {
  useActions(
    useMemo(
      (): readonly Action[] => [
        { id: 'hooks.save', title: 'Save the hook', group: 'Page', keys: ['Ctrl+S'], run: save },
        { id: 'hooks.edit', title: 'Go into the editor', group: 'Page', keys: ['E'], heard: 'page', run: enter },
      ],
      [save, enter],
    ),
  )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (!event.repeat) save()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [save])
}
