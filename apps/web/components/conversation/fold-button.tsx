'use client'
/** Unfolds what is long, and folds it again. Part of its row: the keyboard comes to it from there. */
import styles from './fold-button.module.css'
import { useTabStop } from './row-scope'

interface Props {
  readonly open: boolean
  /** How much there is: `60 lines`. */
  readonly size: string
  readonly onOpen: (open: boolean) => void
}

export function FoldButton({ open, size, onOpen }: Props) {
  const tabIndex = useTabStop()
  return (
    <button
      type="button"
      className={styles.fold}
      tabIndex={tabIndex}
      aria-expanded={open}
      onClick={() => onOpen(!open)}
    >
      {open ? 'Show less' : `Show all ${size}`}
    </button>
  )
}
