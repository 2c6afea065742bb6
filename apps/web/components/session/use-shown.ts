'use client'
/** Joins the address with the log: which turn is shown, and what the selection stands for now. */
import type { SessionState, SpanId, TurnState } from '@belay/trace'
import { useEffect, useMemo } from 'react'
import type { Selection } from '../../board/board-props'
import { useView, type View } from '../../lib/use-view'
import { type Shown, useFolded } from './session-context'

export function useJoinedView(): Shown {
  const [view] = useView()
  const turn = useFolded((state) => turnOf(state, view))
  const follows = useFolded((state) => turn === (state.turns.at(-1) ?? null))
  const stands = useFolded((state) => standing(state, turn, view.selection))
  const waiting = useFolded((state) => waitingCall(state, turn))
  return useMemo(() => {
    const asked: Selection | null = waiting === null ? null : { kind: 'span', span: waiting }
    return { turn, follows, picked: view.selection, selection: stands ? view.selection : asked }
  }, [turn, follows, stands, waiting, view.selection])
}

function turnOf(state: SessionState, view: View): TurnState | null {
  const latest = state.turns.at(-1) ?? null
  return view.turn === null ? latest : (state.turns.find(({ number }) => number === view.turn) ?? latest)
}

/** Takes out of the address what the session does not know: a turn, a span or a hook that is not there. */
export function useKnownView(): void {
  const [view, setView] = useView()
  const turnKnown = useFolded((state) => knowsTurn(state, view.turn))
  const selectionKnown = useFolded((state) => knowsSelection(state, view.selection))
  useEffect(() => {
    if (!turnKnown) setView({ turn: null })
    if (!selectionKnown) setView({ selection: null })
  }, [turnKnown, selectionKnown, setView])
}

function knowsTurn({ turns }: SessionState, turn: number | null): boolean {
  return turn === null || turns.some(({ number }) => number === turn)
}

function knowsSelection({ spans, composition }: SessionState, selection: Selection | null): boolean {
  if (selection?.kind === 'span') return spans.has(selection.span)
  return selection?.kind !== 'attachment' || composition?.hooks.some(({ id }) => id === selection.attachment) === true
}

/** A selection that has gone, or that lies in another turn, selects nothing. */
function standing(state: SessionState, turn: TurnState | null, selection: Selection | null): boolean {
  switch (selection?.kind) {
    case 'span':
      return turn !== null && turnOfSpan(state, selection.span) === turn
    case 'attachment':
      return state.composition?.hooks.some(({ id }) => id === selection.attachment) === true
    case 'point':
      return true
    case undefined:
      return false
  }
}

export function turnOfSpan(state: SessionState, span: SpanId): TurnState | null {
  const turn = state.spans.get(span)?.turn
  return turn === undefined || turn === null ? null : (state.turnById.get(turn) ?? null)
}

/** Where nothing was picked, a call that waits for the person is what they want to see. */
function waitingCall(state: SessionState, turn: TurnState | null): SpanId | null {
  for (const { question, answer } of state.questions.values()) {
    if (answer === null && question.turn === turn?.id) return question.span
  }
  return null
}
