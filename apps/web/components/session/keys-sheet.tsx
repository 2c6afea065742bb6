'use client'
import { useEffect } from 'react'
import { isMac } from '../../lib/platform'
import { Dialog } from '../ui/dialog'
import { Keys } from '../ui/keys'
import { KEY_GROUPS, type KeyGroup } from './keys-list'
import styles from './keys-sheet.module.css'

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Those of the session page where absent. */
  readonly groups?: readonly KeyGroup[]
}

export function KeysSheet({ open, onOpenChange, groups = KEY_GROUPS }: Props) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?' && !isWriting(event.target)) onOpenChange(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onOpenChange])
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys" width={640}>
      <div className={styles.sheet}>
        {groups.map(({ title, keys }) => (
          <section key={title} className={styles.group}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.list}>
              {keys.map(([key, does]) => (
                <div key={key} className={styles.row}>
                  <dt>
                    <Keys keys={isMac() ? key.replace('Ctrl', '⌘') : key} />
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Keys never fire while a person writes. */
export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}
