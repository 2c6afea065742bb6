'use client'
import type { Mark } from '@belay/canvas'
import { Play } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { api, type SessionSummary } from '../../lib/api'
import { sayError } from '../../lib/errors'
import { formatAgo, formatCount, formatFull, plural, shortenPath } from '../../lib/format'
import { TURN_STATUS } from '../../lib/view/sentences'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { Button } from '../ui/button'
import { Controls } from '../ui/controls'
import styles from './session-row.module.css'

export function SessionRow({ session }: { readonly session: SessionSummary }) {
  const { id, title, workspace, model, status, turns, hooks, tour, lastPrompt } = session
  return (
    <li className={styles.row} data-status={status}>
      <div className={styles.name}>
        <p className={styles.title}>
          {/* The link covers the row; what else can be pressed lies above it. */}
          <Link href={`/s/${id}`} className={styles.link}>
            <Controls text={title} />
          </Link>
          {tour ? <span className={styles.badge}>tour</span> : null}
        </p>
        <p className={styles.prompt}>
          <Controls text={lastPrompt ?? 'Nothing was sent yet'} />
        </p>
      </div>
      <p className={styles.place}>
        <span className={styles.workspace} title={workspace}>
          {shortenPath(workspace)}
        </span>
        <span className={styles.model}>{model}</span>
      </p>
      <Counts session={session} />
      <p className={styles.figures}>
        <span className={styles.status}>
          <span className={styles.dot} aria-hidden />
          {TURN_STATUS[status]}
        </span>
        <span className={styles.size}>
          {plural(turns, 'turn')} · {plural(hooks, 'hook')}
        </span>
      </p>
      <div className={styles.end}>
        <time
          className={styles.time}
          dateTime={new Date(session.updatedAt).toISOString()}
          title={formatFull(session.updatedAt)}
        >
          {formatAgo(session.updatedAt, Date.now())}
        </time>
        {tour ? <TourButton /> : null}
      </div>
    </li>
  )
}

function Counts({ session: { counts } }: { readonly session: SessionSummary }) {
  return (
    <p className={styles.counts}>
      <Count mark="block" count={counts.blocked} word="blocked" />
      <Count mark="rewrite" count={counts.rewritten} word="rewritten" />
      <Count mark="failed" count={counts.failed} word="failed" />
    </p>
  )
}

function Count({ mark, count, word }: { readonly mark: Mark; readonly count: number; readonly word: string }) {
  if (count === 0) return null
  return (
    <span className={styles.count} data-mark={mark} title={`${formatCount(count)} ${word}`}>
      <VerdictGlyph mark={mark} size={13} label={word} />
      {formatCount(count)}
    </span>
  )
}

function TourButton() {
  const router = useRouter()
  const [starting, setStarting] = useState(false)
  const run = async () => {
    setStarting(true)
    try {
      const { session } = await api.runTour()
      router.push(`/s/${session}`)
    } catch (error) {
      sayError(error)
      setStarting(false)
    }
  }
  return (
    <Button small className={styles.tour} disabled={starting} onClick={run}>
      <Play size={11} fill="currentColor" />
      Run the tour again
    </Button>
  )
}
