'use client'
/** What can be done on the sessions page as a whole. */
import { useMemo } from 'react'
import type { Action } from '../actions/action'
import { useActions } from '../actions/use-actions'
import { takeBack } from './take-back'

interface PageKeys {
  readonly onSearch: () => void
  readonly onNew: () => void
}

export function usePageKeys({ onSearch, onNew }: PageKeys): void {
  useActions(
    useMemo(
      (): readonly Action[] => [
        { id: 'sessions.new', title: 'New session…', group: 'Page', keys: ['N'], heard: 'page', run: onNew },
        { id: 'sessions.search', title: 'Search sessions', group: 'Page', keys: ['/'], heard: 'page', run: onSearch },
        takeBack('Take back what was deleted or archived'),
      ],
      [onSearch, onNew],
    ),
  )
}
