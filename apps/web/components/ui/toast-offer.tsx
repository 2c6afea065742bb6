/** What a toast says, with one thing that can be done about it. */
import type { ReactNode } from 'react'
import { Button } from './button'
import styles from './toast-offer.module.css'

interface Props {
  readonly children: ReactNode
  /** A second line, quieter. */
  readonly remark?: string | undefined
  readonly label: ReactNode
  readonly onTake: () => void
  readonly keyShortcuts?: string | undefined
}

export function ToastOffer({ children, remark = '', label, onTake, keyShortcuts }: Props) {
  return (
    <span className={styles.toast}>
      <span className={styles.text}>
        {children}
        {remark === '' ? null : <span className={styles.remark}>{remark}</span>}
      </span>
      <Button small className={styles.button} onClick={onTake} aria-keyshortcuts={keyShortcuts}>
        {label}
      </Button>
    </span>
  )
}
