'use client'
import { useState } from 'react'
import { Controls } from '../ui/controls'
import styles from './folded-text.module.css'

/** Lines that are shown before a long text folds: enough to see what it is. */
const LINES = 10
/** A text without line breaks folds here. */
const CHARS = 1_200

interface Props {
  readonly text: string
  readonly lines?: number
  /** Sentences, not code. */
  readonly prose?: boolean
}

/** Output to the letter, folded where it is long. */
export function FoldedText({ text, lines = LINES, prose = false }: Props) {
  const [open, setOpen] = useState(false)
  const all = text.split('\n')
  const head = all.slice(0, lines).join('\n').slice(0, CHARS)
  const isLong = head.length < text.length
  const more = all.length > lines ? `${all.length - lines} more lines` : `${text.length - head.length} more characters`
  return (
    <div className={styles.folded}>
      <pre className={styles.text} data-prose={prose}>
        <Controls text={open || !isLong ? text : head} />
      </pre>
      {isLong ? (
        <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `Show ${more}`}
        </button>
      ) : null}
    </div>
  )
}
