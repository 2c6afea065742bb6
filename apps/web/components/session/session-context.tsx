'use client'
/** What every panel of the session page shares. `version` moves whenever `state`, which is folded in place, has changed. */
import type { SessionId, SessionState, TurnState } from '@belay/trace'
import { createContext, useContext } from 'react'
import type { Selection } from '../../board/board-props'
import type { SessionSummary } from '../../lib/api'
import type { SessionActions } from './use-actions'

export interface SessionView {
  readonly id: SessionId
  readonly state: SessionState
  readonly version: number
  /** What the log does not say (permission mode, whether it is the tour); null until it has been asked for. */
  readonly summary: SessionSummary | null
  /** The turn that is shown, or null where there is none yet. */
  readonly turn: TurnState | null
  /** Whether the newest turn is shown and the page goes along with the next one. */
  readonly follows: boolean
  /** What is explained: what the person picked, else a call that waits for them. */
  readonly selection: Selection | null
  readonly picked: Selection | null
  readonly select: (selection: Selection | null) => void
  /** By number; null goes back to following. */
  readonly showTurn: (number: number | null) => void
  readonly nowMs: () => number
  readonly actions: SessionActions
}

const Context = createContext<SessionView | null>(null)

export const SessionProvider = Context.Provider

export function useSessionView(): SessionView {
  const view = useContext(Context)
  if (view === null) throw new Error('useSessionView stands outside of a session page')
  return view
}
