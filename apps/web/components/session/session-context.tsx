'use client'
/**
 * What every panel of the session page shares, in three speeds, so that a streamed word redraws only what shows it:
 * `useOpenSession` never changes while the page is open; `useShown` changes with what is looked at; what is read off the
 * log is asked for with `useFolded`, or with `useVersion` by whoever must move with every frame.
 */
import type { Composition, SessionId, SessionState, SpanId, TurnState } from '@belay/trace'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Selection } from '../../board/board-props'
import type { SessionStore } from '../../lib/session-store'
import type { Since } from '../../lib/view/past'
import type { SessionActions } from './use-session-actions'
import type { Walk } from './use-walk'

export interface OpenSession {
  readonly id: SessionId
  readonly store: SessionStore
  /** Folded in place: whoever reads it while drawing must also hear when it moves. */
  readonly state: SessionState
  readonly nowMs: () => number
  readonly select: (selection: Selection | null) => void
  /** By number; null goes back to following. */
  readonly showTurn: (number: number | null) => void
  /** As it was, under the hooks that ruled it, also where it is the newest. */
  readonly showThen: (number: number) => void
  /** Shows the turn after that many of its events; null shows all of it again. */
  readonly walkTo: (turn: TurnState, event: number | null) => void
  readonly actions: SessionActions
}

export interface Shown {
  /** The turn that is shown, or null where there is none yet. */
  readonly turn: TurnState | null
  /** Whether the newest turn is shown and the page goes along with the next one. */
  readonly follows: boolean
  /** What is explained: what the person picked, else a call that waits for them. */
  readonly selection: Selection | null
  readonly picked: Selection | null
  /** The call or model call whose row of the conversation is meant. */
  readonly linked: SpanId | null
  /** The hooks that are shown: those of now, or of the turn where it is shown as it was. */
  readonly composition: Composition | null
  /** What changed since the turn that is shown; null where the same hooks rule. */
  readonly since: Since | null
  /** Whether the turn is shown as it was, under hooks that rule no more. */
  readonly past: boolean
  /** Where in the turn, while somebody walks through it. */
  readonly walk: Walk | null
}

const SessionContext = createContext<OpenSession | null>(null)
const ShownContext = createContext<Shown | null>(null)

export const SessionProvider = SessionContext.Provider
export const ShownProvider = ShownContext.Provider

export function useOpenSession(): OpenSession {
  return present(useContext(SessionContext))
}

export function useShown(): Shown {
  return present(useContext(ShownContext))
}

/** Moves at most once a frame, whenever the log did. */
export function useVersion(): number {
  const { store } = useOpenSession()
  return useSyncExternalStore(store.subscribe, store.version)
}

/** A part of the state that is replaced when it changes: a number, a text, a span, a composition. Not a list that grows. */
export function useFolded<T>(select: (state: SessionState) => T): T {
  const { store } = useOpenSession()
  return useSyncExternalStore(store.subscribe, () => select(store.state))
}

/** Moves with every event of the turn, and not with the text that streams. */
export function useTurnEvents(turn: TurnState | null): number {
  return useFolded(() => turn?.events.length ?? 0)
}

function present<T>(context: T | null): T {
  if (context === null) throw new Error('This part of the session page stands outside of a session')
  return context
}
