'use client'
/** All sessions: found, put in order, begun. What is shown stands in the address. */
import { useQuery } from '@tanstack/react-query'
import { Moon, Plus, Sun } from 'lucide-react'
import Link from 'next/link'
import { useCallback, useRef } from 'react'
import type { SessionSummary } from '../../lib/api'
import { sentenceOf } from '../../lib/errors'
import { toggleTheme, useTheme } from '../../lib/theme'
import { useChanges } from '../../lib/use-changes'
import { SESSIONS_PAGE_KEYS } from '../session/keys-list'
import { KeysButton } from '../session/keys-sheet'
import { ConnectionState } from '../session/status-bar'
import { Button, IconButton } from '../ui/button'
import { EmptySessions } from './empty-sessions'
import { ForkDialogHost } from './fork-dialog'
import { shelfQuery } from './keeping'
import { openNewSession } from './new-session-open'
import { PurgeDialogHost } from './purge-dialog'
import { SearchBox } from './search-box'
import { SessionList } from './session-list'
import styles from './sessions-page.module.css'
import { ShelfBar } from './shelf-bar'
import { queryOf, type ShelfView, writeShelf } from './shelf-view'
import { usePageKeys } from './use-page-keys'
import { useShelfView } from './use-shelf-view'

/** A list that moves more often than this can't be read; a long one is asked for less often. */
const FRESH_MS = 250
const LONG = 300
const LONG_FRESH_MS = 1_000

export function SessionsPage() {
  const [view, setView] = useShelfView()
  const search = useRef<HTMLInputElement>(null)
  const shelf = useQuery(shelfQuery(queryOf(view)))
  useChanges((shelf.data?.length ?? 0) > LONG ? LONG_FRESH_MS : FRESH_MS)
  const onNew = useCallback(() => openNewSession(true), [])
  const toSearch = useCallback(() => search.current?.focus(), [])
  usePageKeys({ onSearch: toSearch, onNew })
  const onView = (next: ShelfView) => setView(next, 'step')
  return (
    <div className={styles.page}>
      <title>Sessions · Belay</title>
      <header className={styles.bar}>
        <span className={styles.brand}>belay</span>
        <span className={styles.gap} />
        <Link href="/hooks" className={styles.link}>
          Hooks
        </Link>
        <ConnectionState />
        <KeysButton plain={SESSIONS_PAGE_KEYS} />
        <ThemeButton />
      </header>
      <main className={styles.main}>
        <div className={styles.head}>
          <div className={styles.line}>
            <h1 className={styles.title}>Sessions</h1>
            <SearchBox
              ref={search}
              search={view.search}
              onSearch={(text) => setView({ ...view, search: text }, 'write')}
              onDown={focusList}
            />
            <Button tone="primary" onClick={onNew} aria-keyshortcuts="N">
              <Plus size={15} strokeWidth={2.4} />
              New session
            </Button>
          </div>
          <ShelfBar view={view} onView={onView} count={shelf.data?.length} />
        </div>
        <ShelfOfSessions
          sessions={shelf.data}
          stale={shelf.isPlaceholderData}
          error={shelf.error}
          {...{ view, onView, onNew }}
          onLeave={toSearch}
        />
      </main>
      <ForkDialogHost />
      <PurgeDialogHost />
    </div>
  )
}

interface ShelfProps {
  /** Undefined while they are not known. */
  readonly sessions: readonly SessionSummary[] | undefined
  readonly stale: boolean
  readonly error: Error | null
  readonly view: ShelfView
  readonly onView: (view: ShelfView) => void
  readonly onNew: () => void
  readonly onLeave: () => void
}

function ShelfOfSessions({ sessions, stale, error, view, onView, onNew, onLeave }: ShelfProps) {
  if (sessions === undefined) {
    if (error === null) return <div className={styles.loading} aria-busy />
    return (
      <p className={styles.trouble} role="alert">
        The sessions could not be read. {sentenceOf(error)}
      </p>
    )
  }
  if (sessions.length === 0) {
    return (
      <div className={styles.empty}>
        <EmptySessions view={view} onView={onView} onNew={onNew} />
      </div>
    )
  }
  return <SessionList sessions={sessions} shelf={view.shelf} view={writeShelf(view)} stale={stale} onLeave={onLeave} />
}

function focusList(): void {
  document.querySelector<HTMLElement>('[data-session] a[tabindex="0"]')?.focus()
}

function ThemeButton() {
  const theme = useTheme()
  return (
    <IconButton label={theme === 'dark' ? 'Light theme' : 'Dark theme'} onClick={toggleTheme}>
      {theme === 'dark' ? <Sun size={17} /> : <Moon size={17} />}
    </IconButton>
  )
}
