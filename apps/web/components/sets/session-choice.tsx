'use client'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { SessionSummary } from '../../lib/api'
import { plural, shortenPath } from '../../lib/format'
import { sessionsQuery } from '../../lib/queries'
import { useOpenSession } from '../session/session-context'
import { IconButton } from '../ui/button'
import { Controls } from '../ui/controls'
import styles from './sets.module.css'
import { walkRows } from './walk-rows'

interface Props {
  readonly busy: boolean
  readonly onBack: () => void
  readonly onPick: (session: SessionSummary) => void
}

/** Other sessions that have hooks: those of the one that is picked are attached here. */
export function SessionChoice({ busy, onBack, onPick }: Props) {
  const { id } = useOpenSession()
  const [search, setSearch] = useState('')
  const { data, error } = useQuery(sessionsQuery(search))
  const sessions = (data ?? []).filter((session) => session.id !== id && session.hooks > 0)
  return (
    <>
      <div className={styles.find}>
        <IconButton label="Back to the sets" small onClick={onBack}>
          <ArrowLeft size={15} />
        </IconButton>
        <input
          className={styles.search}
          placeholder="Copy the hooks of…"
          aria-label="Search sessions"
          value={search}
          // biome-ignore lint/a11y/noAutofocus: it took the place of the button that was pressed
          autoFocus
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {sessions.length === 0 ? <p className={styles.note}>{emptyText(data, error, search)}</p> : null}
      <ul className={styles.list} onKeyDown={walkRows} aria-label="Sessions">
        {sessions.map((session) => (
          <li key={session.id} className={styles.row}>
            <button
              type="button"
              data-row
              className={styles.face}
              aria-disabled={busy}
              onClick={() => (busy ? undefined : onPick(session))}
            >
              <span className={styles.name}>
                <Controls text={session.title} />
                <span className={styles.origin}>{plural(session.hooks, 'hook')}</span>
              </span>
              <span className={styles.description}>{shortenPath(session.workspace)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function emptyText(data: readonly SessionSummary[] | undefined, error: unknown, search: string): string {
  if (error !== null) return 'The sessions could not be read.'
  if (data === undefined) return 'Reading the sessions…'
  return search === '' ? 'No other session has hooks.' : 'No session with hooks matches.'
}
