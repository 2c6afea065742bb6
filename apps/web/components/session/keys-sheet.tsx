'use client'
import { useEffect } from 'react'
import { Dialog } from '../ui/dialog'
import { Keys } from '../ui/keys'
import styles from './keys-sheet.module.css'

const SHEET: readonly { readonly title: string; readonly keys: readonly (readonly [keys: string, does: string])[] }[] =
  [
    {
      title: 'Conversation',
      keys: [
        ['Enter', 'send'],
        ['Shift+Enter', 'new line'],
        ['Esc', 'back to the board from the message box'],
      ],
    },
    {
      title: 'A question, while its card is focused',
      keys: [
        ['A', 'allow once'],
        ['S', 'allow for this session'],
        ['E', 'edit the arguments'],
        ['D', 'deny'],
      ],
    },
    {
      title: 'Everywhere',
      keys: [
        ['C', 'write a message'],
        ['Q', 'go to the open question'],
        ['[', 'turn before'],
        [']', 'turn after'],
        ['?', 'this sheet'],
      ],
    },
    {
      title: 'Timeline, while it is focused',
      keys: [
        ['W', 'zoom in'],
        ['S', 'zoom out'],
        ['A', 'to the left'],
        ['D', 'to the right'],
        ['F', 'fit the selection'],
        ['0', 'fit all'],
      ],
    },
  ]

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function KeysSheet({ open, onOpenChange }: Props) {
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
        {SHEET.map(({ title, keys }) => (
          <section key={title}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.list}>
              {keys.map(([key, does]) => (
                <div key={key} className={styles.row}>
                  <dt>
                    <Keys keys={key} />
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
