'use client'
/** What can be done to the session as a whole, and where one can go within it, by name. */
import { type Attachment, type PermissionMode, type SessionState, spanId, type TurnState } from '@belay/trace'
import { useCallback, useMemo } from 'react'
import { firstLine } from '../../lib/format'
import { labelIn } from '../../lib/view/hook-labels'
import { TURN_STATUS } from '../../lib/view/sentences'
import type { Action, Place } from '../actions/action'
import { useActions, usePlaces } from '../actions/use-actions'
import { openExtensions } from '../extensions/extensions-open'
import { requestRename } from '../sessions/rename-request'
import { useFork } from '../sessions/use-fork'
import { openSets } from '../sets/sets-open'
import { useFolded, useOpenSession, useShown } from './session-context'
import { useSummary } from './use-summary'

const MODES: readonly (readonly [mode: PermissionMode, words: string])[] = [
  ['ask', 'ask me about writes and programs'],
  ['auto', 'let writes and programs run'],
  ['deny', 'refuse whatever would be asked'],
]

export function usePageActions(): void {
  const { id, actions, state, showTurn } = useOpenSession()
  const title = useFolded(({ session }) => session?.title ?? '')
  const permission = useSummary()?.permission
  const fork = useFork()
  useActions(
    useMemo((): readonly Action[] => {
      const runs = () => state.live !== null
      return [
        {
          ...{ id: 'turn.stop', title: 'Stop the turn', group: 'Turn' },
          unavailable: () => (runs() ? null : 'No turn runs'),
          run: () => void actions.stop(),
        },
        { id: 'turn.newest', title: 'Show the newest turn', group: 'Turn', run: () => showTurn(null) },
        { id: 'session.rename', title: 'Rename the session', group: 'Session', run: requestRename },
        {
          ...{ id: 'session.fork', title: 'Fork the session…', group: 'Session' },
          run: () => fork({ session: id, title, row: null }),
        },
        {
          ...{ id: 'session.compact', title: 'Compact: let earlier messages stand as a summary', group: 'Session' },
          unavailable: () =>
            runs() ? 'Not while a turn runs' : state.rows.length === 0 ? 'Nothing was said yet' : null,
          run: () => void actions.compact(),
        },
        {
          id: 'session.extensions',
          title: 'Extensions of this session',
          group: 'Session',
          run: () => openExtensions(true),
        },
        { id: 'rail.sets', title: 'Sets of hooks', group: 'Rail', run: () => openSets(true) },
        ...MODES.map(
          ([mode, words]): Action => ({
            ...{ id: `session.permission.${mode}`, title: `Permissions: ${words}`, group: 'Session' },
            unavailable: () => (mode === permission ? 'So it is' : null),
            run: () => void actions.setPermission(mode),
          }),
        ),
      ]
    }, [id, actions, state, showTurn, title, permission, fork]),
  )
}

/** The turns, and the hooks that are attached. */
export function useSessionPlaces(): void {
  const { state, showTurn, select } = useOpenSession()
  const { composition } = useShown()
  usePlaces(
    useCallback(
      () => [
        ...state.turns.toReversed().map((turn): Place => turnPlace(state, turn, showTurn)),
        ...(composition?.hooks ?? []).map((hook): Place => {
          const title = labelIn(composition, { hookId: hook.id, hook: hook.name })
          const go = () => select({ kind: 'attachment', attachment: hook.id })
          return { id: `hook.${hook.id}`, title, kind: 'Hooks on the rail', detail: hookDetail(hook), go }
        }),
      ],
      [state, showTurn, select, composition],
    ),
  )
}

function turnPlace(state: SessionState, turn: TurnState, showTurn: (number: number) => void): Place {
  const span = turn.spans.find((id) => state.spans.get(spanId(id))?.kind === 'turn')
  const prompt = firstLine((span === undefined ? null : state.spans.get(span)?.name) ?? '', 100)
  return {
    ...{ id: `turn.${turn.number}`, title: `Turn ${turn.number}: ${prompt}`, kind: 'Turns' },
    ...{ detail: TURN_STATUS[turn.status], go: () => showTurn(turn.number) },
  }
}

function hookDetail({ points, mode }: Attachment): string {
  return `${points.join(', ')} · ${mode}`
}
