'use client'
/** In place of a session that is not there: deleted, and then a way to have it back, or never there. */
import type { SessionSummary } from '@belay/api'
import type { SessionId } from '@belay/trace'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { isNotFound } from '../../lib/errors'
import { formatAgo } from '../../lib/format'
import { sessionQuery } from '../../lib/queries'
import { SessionSkeleton } from '../session/session-skeleton'
import { NoticePage } from '../shell/notice-page'
import { Button } from '../ui/button'
import { Controls } from '../ui/controls'
import { shelfQuery } from './keeping'
import { isLeaving } from './leaving'
import styles from './missing-session.module.css'
import { useShelving } from './use-shelving'

/** Whether the server says that there is no such session, now. */
export function useIsMissing(id: SessionId): boolean {
  return isNotFound(useQuery(sessionQuery(id)).error)
}

/** Asks now, since something was refused for want of it. */
export async function findMissing(queries: QueryClient, id: SessionId): Promise<boolean> {
  await queries.invalidateQueries({ queryKey: sessionQuery(id).queryKey })
  return isNotFound(queries.getQueryState(sessionQuery(id).queryKey)?.error)
}

export function MissingSession({ id }: { readonly id: SessionId }) {
  const { data: deleted } = useQuery(shelfQuery({ shelf: 'deleted' }))
  const [leaving] = useState(() => isLeaving(id))
  if (deleted === undefined || leaving) return <SessionSkeleton />
  const session = deleted.find((each) => each.id === id)
  return session === undefined ? <NeverThere /> : <DeletedSession session={session} />
}

function DeletedSession({ session }: { readonly session: SessionSummary }) {
  const shelving = useShelving()
  const [busy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    await shelving.restore([session])
    setBusy(false)
  }
  return (
    <NoticePage title="This session was deleted">
      <p>
        “<Controls text={session.title} />” was deleted {formatAgo(session.deletedAt ?? session.updatedAt, Date.now())}.
        All of it is kept for 30 days and can be had back; a message that you were writing is kept too.
      </p>
      <div className={styles.buttons}>
        <Button tone="primary" disabled={busy} onClick={restore}>
          <RotateCcw size={14} />
          Restore
        </Button>
        <Link href="/" className={styles.home}>
          All sessions
        </Link>
      </div>
    </NoticePage>
  )
}

function NeverThere() {
  return (
    <NoticePage title="There is no session at this address">
      <p>It was deleted for good, or the address is not whole. Files in its workspace are as they were.</p>
      <p>
        <Link href="/">All sessions</Link>
      </p>
    </NoticePage>
  )
}
