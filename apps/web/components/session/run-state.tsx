'use client'
import { ATTR, type SessionState, type TurnState } from '@belay/trace'
import { TURN_STATUS } from '../../lib/view/sentences'
import styles from './run-state.module.css'
import { useSessionView } from './session-context'

/** What the session is doing now, whichever turn is looked at. */
export function RunState() {
  const { state } = useSessionView()
  const turn = state.turns.at(-1) ?? null
  const status = turn === null ? 'idle' : turn.status
  return (
    <p className={styles.state} data-status={status}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.text}>
        {turn?.status === 'running' ? `running${stepOf(state, turn)}` : TURN_STATUS[status]}
      </span>
    </p>
  )
}

function stepOf(state: SessionState, turn: TurnState): string {
  const step = turn.spans.map((id) => state.spans.get(id)).findLast((span) => span?.kind === 'step')
  const number = step?.attributes[ATTR.step] ?? step?.name
  return number === undefined || number === null ? '' : ` · step ${number}`
}
