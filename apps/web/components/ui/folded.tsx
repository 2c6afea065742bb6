'use client'
/** A text that may be very long takes a few lines until a person asks for all of it, so that what stands below stays in reach. */
import { type ReactNode, useState } from 'react'
import styles from './folded.module.css'

interface Props {
  /** Decides by its length whether there is something to fold. */
  readonly text: string
  /** How it is shown; absent: as it is. */
  readonly children?: ReactNode
}

/** About the room that folded text has: less than a line more is not worth a button. */
const MOST_CHARACTERS = 480
const MOST_LINES = 8

export function isLong(text: string): boolean {
  return text.length > MOST_CHARACTERS || text.split('\n').length > MOST_LINES
}

export function Folded({ text, children }: Props) {
  const [open, setOpen] = useState(false)
  if (!isLong(text)) return children ?? text
  return (
    <>
      <span className={styles.text} data-folded={!open}>
        {children ?? text}
      </span>
      <button type="button" className={styles.button} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}
      </button>
    </>
  )
}
