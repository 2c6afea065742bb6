'use client'
import { formatDuration, type Mark } from '@belay/canvas'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import styles from './why.module.css'

interface Props {
  readonly mark: Mark
  readonly title: string
  readonly children: ReactNode
  /** A word on what became of it: `overruled`, `shadow`. */
  readonly badge?: string | null
  readonly tone?: 'plain' | 'quiet' | 'outcome'
  readonly ms?: number | null
  readonly hollow?: boolean
  readonly selected?: boolean
  /** What it unfolds to. */
  readonly more?: ReactNode
  /** Unfolded from the start. */
  readonly open?: boolean
  readonly onPick?: (() => void) | undefined
}

/** One line of a chain: a sign, who it is about, what was said; it unfolds to what that was in full. */
export function WhyLine(props: Props) {
  const { mark, title, children, badge = null, tone = 'plain', ms = null, hollow = false, selected = false } = props
  const { more = null, open: opened = false } = props
  const [chosen, setChosen] = useState<boolean | null>(null)
  const open = chosen ?? opened
  return (
    <li className={styles.line} data-selected={selected} data-tone={tone}>
      <span className={styles.sign}>
        <VerdictGlyph mark={mark} size={14} hollow={hollow} label="" />
      </span>
      <div className={styles.said}>
        <div className={styles.head}>
          <Title title={title} selected={selected} onPick={props.onPick} />
          {badge === null ? null : <span className={styles.badge}>{badge}</span>}
          <span className={styles.gap} />
          {ms === null ? null : <span className={styles.ms}>{formatDuration(ms)}</span>}
          {more === null ? null : (
            <button
              type="button"
              className={styles.fold}
              aria-expanded={open}
              aria-label={`All about what ${title} said`}
              onClick={() => setChosen(!open)}
            >
              <ChevronRight size={14} className={styles.arrow} aria-hidden />
            </button>
          )}
        </div>
        <p className={styles.text}>{children}</p>
        {open && more !== null ? <div className={styles.more}>{more}</div> : null}
      </div>
    </li>
  )
}

function Title({ title, selected, onPick }: Pick<Props, 'title' | 'selected' | 'onPick'>) {
  if (onPick === undefined) return <span className={styles.title}>{title}</span>
  return (
    <button type="button" className={styles.title} aria-pressed={selected} onClick={onPick}>
      {title}
    </button>
  )
}
