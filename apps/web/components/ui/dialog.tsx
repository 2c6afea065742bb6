import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { useReturnFocus } from '../../lib/return-focus'
import { IconButton } from './button'
import styles from './dialog.module.css'

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly width?: number
  readonly children: ReactNode
  /** Buttons at the foot, the main one last. */
  readonly foot?: ReactNode
}

export function Dialog({ open, onOpenChange, title, description, width = 520, children, foot }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.veil} data-dialog-veil>
          <Radix.Content
            className={styles.dialog}
            style={{ maxWidth: width }}
            onOpenAutoFocus={focusFirst}
            onKeyDown={stopHeldEnter}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          >
            <FocusReturn />
            <header className={styles.head}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton label="Close" small>
                  <X size={16} />
                </IconButton>
              </Radix.Close>
            </header>
            {description === undefined ? null : (
              <Radix.Description className={styles.description}>{description}</Radix.Description>
            )}
            <div className={styles.body}>
              <div className={styles.content}>{children}</div>
            </div>
            {foot === undefined ? null : <footer className={styles.foot}>{foot}</footer>}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Within the content, since the dialog itself is there also while it is closed. */
function FocusReturn() {
  useReturnFocus()
  return null
}

/** What asks for it with `data-first-focus`, else the first field, else the dialog itself: not its close button, whose tip would open. */
function focusFirst(event: Event): void {
  event.preventDefault()
  const dialog = event.currentTarget
  if (!(dialog instanceof HTMLElement)) return
  const field = dialog.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select')
  const target = dialog.querySelector<HTMLElement>('[data-first-focus]') ?? field ?? dialog
  target.focus()
}

/** The key that opened the dialog and is still held must not press a button of it. */
function stopHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement) event.preventDefault()
}
