'use client'
/**
 * What the rail and the timeline are shown: the session as it is; of a turn that is shown as it was, the hooks that ruled
 * it; of one that somebody walks through, the turn after an event. The boards know nothing of this.
 */
import type { Composition, SessionState, SpanId } from '@belay/trace'
import { useCallback, useMemo } from 'react'
import type { BoardProps, RailProps, Selection, TimelineProps, TimeRange } from '../../board/board-props'
import { useTheme } from '../../lib/theme'
import { useView } from '../../lib/use-view'
import { placeOfEvent } from '../../lib/view/event-place'
import { type Shown, useOpenSession, useShown, useVersion } from './session-context'

export function useRailProps(): BoardProps & Pick<RailProps, 'fixed' | 'call'> {
  const { state } = useOpenSession()
  const { turn, past, composition, walk, picked } = useShown()
  const common = useCommonProps()
  const fixed =
    past || walk !== null ? `These are the hooks of turn ${turn?.number ?? ''}. Show now to move them.` : null
  const then = useMemo(() => (past ? underHooks(state, composition) : state), [state, past, composition])
  const selection = useRailSelection()
  const led = useMemo(() => (isLed(walk, picked) ? callAt(walk) : null), [walk, picked])
  const call = led ?? (common.selection?.kind === 'span' ? common.selection.span : null)
  if (walk === null) return { ...common, state: then, selection, fixed, call }
  return { ...common, state: walk.state, version: walk.at, selection, nowMs: () => walk.playhead.atMs, fixed, call }
}

export function useTimelineProps(): TimelineProps {
  const common = useCommonProps()
  const { walk, picked } = useShown()
  const [{ range }, setView] = useView()
  const onRange = useCallback((next: TimeRange | null) => setView({ range: next }), [setView])
  const span = walk !== null && picked === null ? walk.place.span : null
  const selection = useMemo((): Selection | null => (span === null ? null : { kind: 'span', span }), [span])
  if (walk === null) return { ...common, range, onRange, playhead: null }
  return { ...common, range, onRange, selection: selection ?? common.selection, playhead: walk.playhead }
}

function useCommonProps(): BoardProps {
  const { state, select, nowMs } = useOpenSession()
  const { turn, selection } = useShown()
  const version = useVersion()
  return { state, version, turn: turn?.id ?? null, selection, onSelect: select, theme: useTheme(), nowMs }
}

/** Its maps and lists are the session's own, which go on growing; only the hooks are others. */
function underHooks(state: SessionState, composition: Composition | null): SessionState {
  return { ...state, composition }
}

function useRailSelection(): Selection | null {
  const { walk, picked, selection } = useShown()
  const [point, span] = isLed(walk, picked) ? [walk.place.point, walk.place.span] : [null, null]
  const led = useMemo((): Selection | null => {
    if (point !== null) return { kind: 'point', point }
    return span === null ? null : { kind: 'span', span }
  }, [point, span])
  return led ?? selection
}

/** What the event is about, or else the one before it that was about something: the way goes on from event to event. */
function callAt({ state, turn, at }: NonNullable<Shown['walk']>): SpanId | null {
  for (let place = at - 1; place >= 0; place -= 1) {
    const event = turn.events[place]
    const span = event === undefined ? null : placeOfEvent(state, event).span
    if (span !== null) return span
  }
  return null
}

/** Nothing else was picked: what is lit is where the event shows. */
function isLed(walk: Shown['walk'], picked: Shown['picked']): walk is NonNullable<Shown['walk']> {
  return walk !== null && picked === null
}
