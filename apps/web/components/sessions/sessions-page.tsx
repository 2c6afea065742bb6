'use client'
import { useQuery } from '@tanstack/react-query'
import { Moon, Plus, Search, Sun } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { SessionSummary } from '../../lib/api'
import { sentenceOf } from '../../lib/errors'
import { sessionsQuery } from '../../lib/queries'
import { toggleTheme, useTheme } from '../../lib/theme'
import { useChanges } from '../../lib/use-changes'
import { ConnectionState } from '../session/status-bar'
import { Button, IconButton } from '../ui/button'
import { EmptySessions, NoMatch } from './empty-sessions'
import { NewSessionDialog } from './new-session-dialog'
import { SessionRow } from './session-row'
import styles from './sessions-page.module.css'

/** A list that moves more often than this can't be read. */
const FRESH_MS = 250

export function SessionsPage() {
  const [search, setSearch] = useState('')
  const [creating, setCreating] = useState(false)
  useChanges(FRESH_MS)
  return (
    <div className={styles.page}>
      <title>Sessions · Belay</title>
      <header className={styles.bar}>
        <span className={styles.brand}>belay</span>
        <span className={styles.gap} />
        <ConnectionState />
        <ThemeButton />
      </header>
      <main className={styles.main}>
        <div className={styles.head}>
          <h1 className={styles.title}>Sessions</h1>
          <SearchBox search={search} onSearch={setSearch} />
          <Button tone="primary" onClick={() => setCreating(true)}>
            <Plus size={15} strokeWidth={2.4} />
            New session
          </Button>
        </div>
        <SessionList search={useDeferredValue(search)} onNew={() => setCreating(true)} />
      </main>
      {creating ? <NewSessionDialog onClose={() => setCreating(false)} /> : null}
    </div>
  )
}

function SessionList({ search, onNew }: { readonly search: string; readonly onNew: () => void }) {
  const { data, error } = useQuery(sessionsQuery(search))
  if (error !== null && data === undefined) {
    return (
      <p className={styles.trouble} role="alert">
        The sessions could not be read: {sentenceOf(error)}
      </p>
    )
  }
  if (data === undefined) return <div className={styles.loading} aria-busy />
  if (data.length === 0) return search === '' ? <EmptySessions onNew={onNew} /> : <NoMatch search={search} />
  return <Rows sessions={data} />
}

function Rows({ sessions }: { readonly sessions: readonly SessionSummary[] }) {
  return (
    <ul className={styles.list} aria-label="Sessions">
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
  )
}

function SearchBox({ search, onSearch }: { readonly search: string; readonly onSearch: (text: string) => void }) {
  return (
    <search className={styles.search}>
      <Search size={15} aria-hidden />
      <input
        type="search"
        placeholder="Search"
        aria-label="Search sessions"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
    </search>
  )
}

function ThemeButton() {
  const theme = useTheme()
  return (
    <IconButton label={theme === 'dark' ? 'Light theme' : 'Dark theme'} onClick={toggleTheme}>
      {theme === 'dark' ? <Sun size={17} /> : <Moon size={17} />}
    </IconButton>
  )
}
