'use client'
/** A turn event by event: the session as it was after one of them, and where that event shows. */
import { type SessionState, type TraceEvent, type TurnState, TurnWalk } from '@belay/trace'
import { useMemo } from 'react'
import type { Playhead } from '../../board/board-props'
import { type EventPlace, placeOfEvent } from '../../lib/view/event-place'
import { describeEvent, type EventWords } from '../../lib/view/event-words'
import { useOpenSession, useTurnEvents } from './session-context'

export interface Walk {
  /** Counts from 1. */
  readonly at: number
  readonly event: TraceEvent
  /** Nothing but this turn, as it was. Folded on in place while one walks on. */
  readonly state: SessionState
  readonly turn: TurnState
  readonly playhead: Playhead
  readonly place: EventPlace
  readonly words: EventWords
}

/** `event` counts from 1; past the last it is the last. */
export function useWalk(turn: TurnState | null, event: number | null): Walk | null {
  const { state } = useOpenSession()
  const count = useTurnEvents(turn)
  const walking = event !== null
  const walker = useMemo(() => (turn === null || !walking ? null : new TurnWalk(state, turn)), [state, turn, walking])
  const at = event === null ? 0 : Math.min(event, count)
  return useMemo(() => (walker === null || turn === null ? null : walkAt(walker, turn, at)), [walker, turn, at])
}

function walkAt(walker: TurnWalk, turn: TurnState, at: number): Walk | null {
  const event = turn.events[at - 1]
  const state = walker.at(at)
  const then = state.turnById.get(turn.id)
  if (event === undefined || then === undefined) return null
  const playhead = { event: at, atMs: event.at, state }
  return {
    at,
    event,
    state,
    turn: then,
    playhead,
    place: placeOfEvent(state, event),
    words: describeEvent(state, event),
  }
}
