'use client'
import { sessionId } from '@belay/trace'
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { storeOf } from '../../lib/open-store'
import type { SessionStore } from '../../lib/session-store'
import { useChanges } from '../../lib/use-changes'
import { useView } from '../../lib/use-view'
import { NoticePage } from '../shell/notice-page'
import { Inline } from '../ui/inline'
import { type OpenSession, SessionProvider, ShownProvider, useFolded } from './session-context'
import { SessionLayout } from './session-layout'
import { SessionSkeleton } from './session-skeleton'
import { useActions } from './use-actions'
import { turnOfSpan, useJoinedView, useKnownView } from './use-shown'

/** The log tells the page what happens; only modes that it does not say are asked for. */
const FRESH_MS = 1_000

export function SessionPage({ id }: { readonly id: string }) {
  const store = useMemo(() => storeOf(sessionId(id)), [id])
  useEffect(() => store.open(), [store])
  useChanges(FRESH_MS)
  const phase = useSyncExternalStore(store.subscribe, store.phase)
  const session = useCommands(id, store)
  if (typeof phase === 'object') return <BrokenSession {...phase} />
  if (phase === 'loading') return <SessionSkeleton />
  return (
    <SessionProvider value={session}>
      <DocumentTitle />
      <WithView>
        <SessionLayout />
      </WithView>
    </SessionProvider>
  )
}

function useCommands(text: string, store: SessionStore): OpenSession {
  const id = sessionId(text)
  const actions = useActions(id)
  const [, setView] = useView()
  return useMemo(() => {
    const { state } = store
    const isLatest = (number: number) => number === state.turns.at(-1)?.number
    return {
      id,
      store,
      state,
      nowMs: store.nowMs,
      actions,
      select: (selection) => {
        const turn = selection?.kind === 'span' ? turnOfSpan(state, selection.span) : null
        setView(turn === null ? { selection } : { selection, turn: isLatest(turn.number) ? null : turn.number })
      },
      showTurn: (number) => setView({ turn: number !== null && isLatest(number) ? null : number, selection: null }),
    }
  }, [id, store, actions, setView])
}

/** Draws itself anew with the log, and its children only where what is shown has changed. */
function WithView({ children }: { readonly children: ReactNode }) {
  useKnownView()
  return <ShownProvider value={useJoinedView()}>{children}</ShownProvider>
}

function DocumentTitle() {
  const title = useFolded((state) => state.session?.title)
  return <title>{title === undefined ? 'Belay' : `${title} · Belay`}</title>
}

function BrokenSession({ error, missing }: { readonly error: string; readonly missing: boolean }) {
  return (
    <NoticePage title={missing ? 'There is no session at this address' : 'This session could not be opened'}>
      <p>
        <Inline text={error} />
      </p>
      <p>
        <a href="/">All sessions</a>
      </p>
    </NoticePage>
  )
}
