'use client'
/** Joins the address with the log: which turn is shown, as of when, and what the selection stands for. */
import type { Composition, SessionState, SpanId, TurnState } from '@belay/trace'
import { useEffect, useMemo } from 'react'
import type { Selection } from '../../board/board-props'
import { useView, type View } from '../../lib/use-view'
import { sinceTurn } from '../../lib/view/past'
import { type Shown, useFolded, useOpenSession } from './session-context'
import { useWalk } from './use-walk'

export function useJoinedView(): Shown {
  const [view] = useView()
  const { state } = useOpenSession()
  const turn = useFolded((folded) => turnOf(folded, view))
  const isLatest = useFolded((folded) => turn === (folded.turns.at(-1) ?? null))
  const now = useFolded((folded) => folded.composition)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is folded in place; what rules now says that it moved
  const since = useMemo(() => sinceTurn(state, turn), [state, turn, now])
  const past = since !== null && view.turn !== null
  const composition = past ? since.then : now
  const walk = useWalk(turn, view.event)
  const stands = useFolded((folded) => standing(folded, { turn, composition, walk }, view.selection))
  const waiting = useFolded((folded) => (walk === null ? waitingCall(folded, turn) : null))
  return useMemo(() => {
    const asked: Selection | null = waiting === null ? null : { kind: 'span', span: waiting }
    const picked = stands ? view.selection : null
    const selection = picked ?? asked
    const linked = walk !== null && picked === null ? walk.place.row : rowOf(state, selection)
    const follows = isLatest && walk === null && !past
    return { turn, follows, picked: view.selection, selection, linked, composition, since, past, walk }
  }, [state, turn, isLatest, stands, waiting, view.selection, composition, since, past, walk])
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
    if (!turnKnown) setView({ turn: null, event: null })
    if (!selectionKnown) setView({ selection: null })
  }, [turnKnown, selectionKnown, setView])
}

function knowsTurn({ turns }: SessionState, turn: number | null): boolean {
  return turn === null || turns.some(({ number }) => number === turn)
}

function knowsSelection({ spans, compositions }: SessionState, selection: Selection | null): boolean {
  if (selection?.kind === 'span') return spans.has(selection.span)
  return selection?.kind !== 'attachment' || [...compositions.values()].some((each) => has(each, selection.attachment))
}

function has(composition: Composition | null, attachment: string): boolean {
  return composition?.hooks.some(({ id }) => id === attachment) === true
}

type Looked = Pick<Shown, 'turn' | 'composition' | 'walk'>

/** A selection that has gone, that lies in another turn, or that has not come yet, selects nothing. */
function standing(state: SessionState, { turn, composition, walk }: Looked, selection: Selection | null): boolean {
  switch (selection?.kind) {
    case 'span':
      if (walk !== null) return walk.state.spans.has(selection.span)
      return turn !== null && turnOfSpan(state, selection.span) === turn
    case 'attachment':
      return has(composition, selection.attachment)
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

function rowOf(state: SessionState, selection: Selection | null): SpanId | null {
  if (selection?.kind !== 'span') return null
  const span = state.spans.get(selection.span)
  return span?.kind === 'hook' ? span.parent : selection.span
}

/** Where nothing was picked, a call that waits for the person is what they want to see. */
function waitingCall(state: SessionState, turn: TurnState | null): SpanId | null {
  for (const { question, answer } of state.questions.values()) {
    if (answer === null && question.turn === turn?.id) return question.span
  }
  return null
}
