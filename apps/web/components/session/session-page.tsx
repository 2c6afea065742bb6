'use client'
import { sessionId } from '@belay/trace'
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { storeOf } from '../../lib/open-store'
import type { SessionStore } from '../../lib/session-store'
import { useChanges } from '../../lib/use-changes'
import { useView, viewNow } from '../../lib/use-view'
import { MissingSession, useIsMissing } from '../sessions/missing-session'
import { NoticePage } from '../shell/notice-page'
import { Inline } from '../ui/inline'
import { type OpenSession, SessionProvider, ShownProvider, useFolded } from './session-context'
import { SessionLayout } from './session-layout'
import { SessionSkeleton } from './session-skeleton'
import { useSessionActions } from './use-session-actions'
import { turnOfSpan, useJoinedView, useKnownView } from './use-shown'

/** What the log does not say: modes, and whether the session is still there. One row is asked for; a deletion must show at once. */
const FRESH_MS = 250

export function SessionPage({ id }: { readonly id: string }) {
  const store = useMemo(() => storeOf(sessionId(id)), [id])
  const missing = useIsMissing(sessionId(id))
  // One that was restored is listened to again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whether it is there decides whether there is something to hear
  useEffect(() => store.open(), [store, missing])
  useChanges(FRESH_MS)
  const phase = useSyncExternalStore(store.subscribe, store.phase)
  const session = useCommands(id, store)
  if (missing) return <MissingSession id={sessionId(id)} />
  if (typeof phase === 'object' && !phase.missing) return <BrokenSession error={phase.error} />
  if (phase !== 'ready') return <SessionSkeleton />
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
  const actions = useSessionActions(id)
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
        const shown = viewNow().turn ?? state.turns.at(-1)?.number
        // Within the turn that is shown, as it was or event by event, nothing but the selection moves.
        if (turn === null || turn.number === shown) setView({ selection })
        else setView({ selection, turn: isLatest(turn.number) ? null : turn.number, event: null })
      },
      showTurn: (number) =>
        setView({ turn: number !== null && isLatest(number) ? null : number, selection: null, event: null }),
      showThen: (number) => setView({ turn: number, selection: null, event: null }),
      walkTo: ({ number }, event) =>
        setView({ turn: event === null && isLatest(number) ? null : number, selection: null, event }),
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

function BrokenSession({ error }: { readonly error: string }) {
  return (
    <NoticePage title="This session could not be opened">
      <p>
        <Inline text={error} />
      </p>
      <p>
        <a href="/">All sessions</a>
      </p>
    </NoticePage>
  )
}
