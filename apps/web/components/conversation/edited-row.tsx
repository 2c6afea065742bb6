'use client'
/** A fold in the conversation: what later requests hold in the place of rows that stay here, unfolded on demand. */
import type { EventOf } from '@belay/trace'
import { ChevronRight, FoldVertical } from 'lucide-react'
import { firstLine } from '../../lib/format'
import { editText } from '../../lib/view/edit-text'
import styles from './edited-row.module.css'
import { FoldedText } from './folded-text'
import { useOpened } from './row-scope'

export function EditedRow({ event: { edit, by } }: { readonly event: EventOf<'history.edited'> }) {
  const [open, setOpen] = useOpened('summary')
  const summary = edit.do === 'collapse' ? edit.summary : null
  const said = capital(editText(edit))
  if (summary === null)
    return (
      <p className={styles.line}>
        <FoldVertical size={13} aria-hidden />
        <span>
          {said} {by === null ? '' : `by ${by}`}
        </span>
      </p>
    )
  return (
    <div className={styles.edited}>
      <button type="button" className={styles.line} aria-expanded={open} onClick={() => setOpen(!open)}>
        <FoldVertical size={13} aria-hidden />
        <span className={styles.said}>
          <b>{said}</b>
          {by === null ? '' : ` by ${by}`}
          {open ? '' : `: ${firstLine(summary, 120)}`}
        </span>
        <ChevronRight size={14} className={styles.arrow} aria-hidden />
      </button>
      {open ? (
        <div className={styles.summary}>
          <p className={styles.hint}>
            Later requests hold this in their place. Nothing was taken out of the conversation.
          </p>
          <FoldedText name="text" text={summary} lines={24} prose />
        </div>
      ) : null}
    </div>
  )
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
