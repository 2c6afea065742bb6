'use client'
import { GitFork, Pin } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { SessionSummary } from '../../lib/api'
import { shortenPath } from '../../lib/format'
import { Controls } from '../ui/controls'
import type { RowActions } from './session-row'
import styles from './session-row.module.css'

/** How long a click on the title waits for a second one, which renames. Elsewhere on the row a click opens at once. */
const DOUBLE_MS = 220
export const MOST_TITLE = 200

interface Props {
  readonly session: SessionSummary
  readonly active: boolean
  readonly renaming: boolean
  readonly actions: RowActions
}

export function RowName({ session, active, renaming, actions }: Props) {
  const { title, workspace, lastPrompt, pinned, tour, forkedFrom, deletedAt } = session
  return (
    <div className={styles.name}>
      <div className={styles.title}>
        {renaming ? (
          <RenameInput title={title} onDone={(next) => actions.finishRename(session, next)} />
        ) : (
          <RowLink session={session} active={active} actions={actions} />
        )}
        {tour ? <span className={styles.badge}>tour</span> : null}
        {forkedFrom == null ? null : (
          <Link
            href={`/s/${forkedFrom.session}`}
            className={styles.fork}
            title={`Forked from “${forkedFrom.title}”`}
            aria-label={`Forked from ${forkedFrom.title}`}
            tabIndex={-1}
          >
            <GitFork size={11} aria-hidden />
            fork
          </Link>
        )}
        {deletedAt === null ? (
          <button
            type="button"
            className={styles.pin}
            tabIndex={-1}
            title={pinned ? 'Unpin' : 'Pin'}
            aria-label={`Pin ${title}`}
            aria-pressed={pinned}
            onClick={() => actions.pin(session)}
          >
            <Pin size={13} fill={pinned ? 'currentColor' : 'none'} aria-hidden />
          </button>
        ) : null}
      </div>
      <p className={styles.prompt}>
        <span className={styles.short}>{shortenPath(workspace, 1)} · </span>
        {lastPrompt === null ? 'Nothing was sent yet' : <Controls text={lastPrompt} />}
      </p>
    </div>
  )
}

/** The link covers the row; what else can be pressed lies above it. */
function RowLink({ session, active, actions }: Omit<Props, 'renaming'>) {
  const { id, title } = session
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const cancel = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }, [])
  useEffect(() => cancel, [cancel])
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      event.preventDefault()
      actions.pick(id, event.shiftKey ? 'range' : 'toggle')
      return
    }
    const onTitle = event.target !== event.currentTarget && event.detail > 0
    if (!onTitle || session.deletedAt !== null) return
    event.preventDefault()
    cancel()
    if (event.detail > 1) actions.startRename(id)
    else timer.current = setTimeout(() => router.push(`/s/${id}`), DOUBLE_MS)
  }
  return (
    <Link href={`/s/${id}`} className={styles.link} tabIndex={active ? 0 : -1} draggable={false} onClick={onClick}>
      <span>
        <Controls text={title} />
      </span>
    </Link>
  )
}

interface RenameProps {
  readonly title: string
  /** null: nothing is changed. */
  readonly onDone: (title: string | null) => void
}

/** Enter and leaving keep the name, Escape drops it. */
function RenameInput({ title, onDone }: RenameProps) {
  const [draft, setDraft] = useState(title)
  const done = useRef(false)
  const finish = (keep: boolean) => {
    if (done.current) return
    done.current = true
    const next = draft.trim()
    onDone(keep && next !== '' && next !== title ? next : null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter') finish(true)
    if (event.key === 'Escape') finish(false)
    if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault()
  }
  return (
    <input
      className={styles.rename}
      aria-label="Name of the session"
      value={draft}
      maxLength={MOST_TITLE}
      // biome-ignore lint/a11y/noAutofocus: it took the place of the name that was double clicked
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={onKeyDown}
    />
  )
}
