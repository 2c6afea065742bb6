'use client'
import { ATTR, type SessionState } from '@belay/trace'
import { TURN_STATUS } from '../../lib/view/sentences'
import styles from './run-state.module.css'
import { useFolded } from './session-context'

/** What the session is doing now, whichever turn is looked at. */
export function RunState() {
  const status = useFolded(({ turns }) => turns.at(-1)?.status ?? 'idle')
  const step = useFolded(stepOf)
  return (
    <p className={styles.state} data-status={status}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.text}>{status === 'running' ? `running${step}` : TURN_STATUS[status]}</span>
    </p>
  )
}

function stepOf({ turns, spans }: SessionState): string {
  const last = turns.at(-1)?.spans.findLast((id) => spans.get(id)?.kind === 'step')
  const step = last === undefined ? undefined : spans.get(last)
  return step === undefined ? '' : ` · step ${step.attributes[ATTR.step] ?? step.name}`
}
