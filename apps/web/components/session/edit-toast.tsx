'use client'
/** Says quietly what was done to the hooks, with the way back. One at a time: an older one has nothing to offer any more. */
import { toast } from 'sonner'
import { Button } from '../ui/button'
import { Inline } from '../ui/inline'
import styles from './edit-toast.module.css'

/** Long enough to see the mistake and take it back; the key and the button of the bar stay. */
const OFFERED_MS = 7_000
const ID = 'hook-edit'

interface Said {
  readonly text: string
  /** When it applies, where that is not at once. */
  readonly remark: string
  readonly again: { readonly label: string; readonly run: () => void }
}

export function sayEdit({ text, remark, again }: Said): void {
  const run = () => {
    toast.dismiss(ID)
    again.run()
  }
  toast(
    <span className={styles.toast}>
      <span className={styles.text}>
        <Inline text={text} />
        {remark === '' ? null : <span className={styles.remark}>{remark}</span>}
      </span>
      <Button small className={styles.button} onClick={run}>
        {again.label}
      </Button>
    </span>,
    { id: ID, duration: OFFERED_MS },
  )
}
