'use client'
import type { CallNote } from '../../lib/view/conversation'
import { Inline } from '../ui/inline'
import styles from './call-card.module.css'

interface Props {
  readonly notes: readonly CallNote[]
  readonly onPick: () => void
}

/** What hooks told the person about a call; a click selects the call. What was said above is not said again. */
export function CallNotes({ notes, onPick }: Props) {
  return notes.map(({ text, count, again }) => (
    <button key={text} type="button" className={styles.note} title={again ? text : undefined} onClick={onPick}>
      {again ? <span className={styles.again}>same note as above</span> : <Inline text={text} />}
      {count === 1 ? null : <span className={styles.again}>, {count}×</span>}
    </button>
  ))
}
