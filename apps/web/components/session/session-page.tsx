'use client'
import { type Session, useSession } from '../../lib/use-session'
import { NoticePage } from '../shell/notice-page'
import { SessionProvider } from './session-context'
import { SessionLayout } from './session-layout'
import { useJoinedView } from './use-session-view'

export function SessionPage({ id }: { readonly id: string }) {
  const session = useSession(id)
  const { phase } = session
  if (typeof phase === 'object') return <BrokenSession {...phase} />
  return <OpenSession session={session} />
}

function OpenSession({ session }: { readonly session: Session }) {
  const view = useJoinedView(session)
  const title = view.state.session?.title
  return (
    <SessionProvider value={view}>
      <title>{title === undefined ? 'Belay' : `${title} · Belay`}</title>
      <SessionLayout />
    </SessionProvider>
  )
}

function BrokenSession({ error, missing }: { readonly error: string; readonly missing: boolean }) {
  return (
    <NoticePage title={missing ? 'There is no session at this address' : 'This session could not be opened'}>
      <p>{error}</p>
      <p>
        <a href="/">All sessions</a>
      </p>
    </NoticePage>
  )
}
