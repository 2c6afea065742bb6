/** How a session's last turn goes or went: a shape and a colour, so that either is enough. */
import type { SessionSummary } from '@belay/api'
import { turnMark } from '../../lib/view/mark'
import { TURN_STATUS } from '../../lib/view/sentences'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import styles from './state-sign.module.css'

type Status = SessionSummary['status']

export function StateSign({ status }: { readonly status: Status }) {
  const mark = turnMark(status)
  if (mark !== 'pass') return <VerdictGlyph mark={mark} size={15} label={TURN_STATUS[status]} />
  return (
    <svg className={styles.sign} data-status={status} role="img" aria-label={TURN_STATUS[status]} viewBox="0 0 16 16">
      {shapeOf(status)}
    </svg>
  )
}

function shapeOf(status: Status) {
  switch (status) {
    case 'running':
      return (
        <>
          <circle className={styles.ring} cx="8" cy="8" r="6" />
          <circle className={styles.core} cx="8" cy="8" r="3" />
        </>
      )
    case 'completed':
      return <path className={styles.line} d="m3.6 8.4 2.9 2.9 5.9-6.3" />
    case 'stopped':
      return <rect className={styles.fill} x="4" y="4" width="8" height="8" rx="1.5" />
    default:
      return <circle className={styles.hollow} cx="8" cy="8" r="4" />
  }
}
