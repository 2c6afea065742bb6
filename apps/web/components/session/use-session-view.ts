'use client'
/** Joins the folded log with what is looked at: which turn, which selection, and what each stands for now. */
import type { SessionState, SpanId, TurnState } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Selection } from '../../board/board-props'
import { sessionQuery } from '../../lib/queries'
import { useChanges } from '../../lib/use-changes'
import type { Session } from '../../lib/use-session'
import { useView } from '../../lib/use-view'
import type { SessionView } from './session-context'
import { useActions } from './use-actions'

export function useJoinedView({ id, store, version }: Session): SessionView {
  const { state } = store
  const [view, setView] = useView()
  const summary = useQuery(sessionQuery(id)).data ?? null
  useChanges()
  const latest = state.turns.at(-1) ?? null
  const turn = view.turn === null ? latest : (state.turns.find(({ number }) => number === view.turn) ?? latest)
  const selection = standing(state, turn, view.selection) ?? waitingCall(state, turn)

  const select = useCallback(
    (next: Selection | null) => {
      const away = next?.kind === 'span' ? turnOf(state, next.span) : null
      const isLatest = away === null || away === state.turns.at(-1)
      setView(away === null ? { selection: next } : { selection: next, turn: isLatest ? null : away.number })
    },
    [state, setView],
  )
  const showTurn = useCallback(
    (number: number | null) =>
      setView({ turn: number === state.turns.at(-1)?.number ? null : number, selection: null }),
    [state, setView],
  )
  return {
    id,
    state,
    version,
    summary,
    turn,
    follows: turn === latest,
    selection,
    picked: view.selection,
    select,
    showTurn,
    nowMs: store.nowMs,
    actions: useActions(id),
  }
}

/** A selection that has gone, or that lies in another turn, selects nothing. */
function standing(state: SessionState, turn: TurnState | null, selection: Selection | null): Selection | null {
  switch (selection?.kind) {
    case 'span':
      return turnOf(state, selection.span) === turn ? selection : null
    case 'attachment':
      return state.composition?.hooks.some(({ id }) => id === selection.attachment) === true ? selection : null
    case 'point':
      return selection
    case undefined:
      return null
  }
}

function turnOf(state: SessionState, span: SpanId): TurnState | null {
  const turn = state.spans.get(span)?.turn
  return turn === undefined || turn === null ? null : (state.turnById.get(turn) ?? null)
}

/** Where nothing was picked, a call that waits for the person is what they want to see. */
function waitingCall(state: SessionState, turn: TurnState | null): Selection | null {
  for (const { question, answer } of state.questions.values()) {
    if (answer === null && question.turn === turn?.id) return { kind: 'span', span: question.span }
  }
  return null
}
