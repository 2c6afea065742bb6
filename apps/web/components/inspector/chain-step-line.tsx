import { formatDuration, type Mark } from '@belay/canvas'
import type { ReactNode } from 'react'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import styles from './chain-view.module.css'

interface Props {
  readonly mark: Mark
  readonly title: string
  readonly children: ReactNode
  readonly ms?: number | null
  readonly hollow?: boolean
  readonly quiet?: boolean
  readonly selected?: boolean
  readonly outcome?: boolean
  readonly below?: ReactNode
  readonly onPick?: (() => void) | undefined
}

/** One line of a chain: a sign, who it is about, what was said, and what that changed. */
export function ChainStepLine({
  mark,
  title,
  children,
  ms = null,
  hollow = false,
  quiet = false,
  selected = false,
  outcome = false,
  below = null,
  onPick,
}: Props) {
  return (
    <li className={styles.step} data-selected={selected} data-outcome={outcome}>
      <span className={styles.sign}>
        <VerdictGlyph mark={mark} size={14} hollow={hollow} label="" />
      </span>
      <div className={styles.said}>
        <p className={styles.head}>
          {onPick === undefined ? (
            <span className={styles.title} data-quiet={quiet}>
              {title}
            </span>
          ) : (
            <button type="button" className={styles.title} data-quiet={quiet} aria-pressed={selected} onClick={onPick}>
              {title}
            </button>
          )}
          {ms === null ? null : <span className={styles.ms}>{formatDuration(ms)}</span>}
        </p>
        <p className={styles.text}>{children}</p>
        {below}
      </div>
    </li>
  )
}
