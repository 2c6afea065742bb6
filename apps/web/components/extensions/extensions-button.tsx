'use client'
/** How many extensions the session has, and the way to switch them. */
import { Puzzle } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useFolded } from '../session/session-context'
import { Tip } from '../ui/tip'
import styles from './extensions.module.css'
import { openExtensions, useExtensionsOpen } from './extensions-open'
import { ExtensionsPanel } from './extensions-panel'

export function ExtensionsButton() {
  const open = useExtensionsOpen()
  const count = useFolded(({ composition }) => composition?.extensions.length ?? 0)
  return (
    <Popover.Root open={open} onOpenChange={openExtensions}>
      <Tip text="What this session can do">
        <Popover.Trigger className={styles.button} aria-label={`Extensions: ${count} on`}>
          <Puzzle size={15} aria-hidden />
          <span className={styles.word}>Extensions</span>
          <span className={styles.count}>{count}</span>
        </Popover.Trigger>
      </Tip>
      <Popover.Portal>
        <Popover.Content
          className={styles.panel}
          align="end"
          sideOffset={6}
          collisionPadding={10}
          role="dialog"
          aria-label="Extensions of this session"
        >
          <ExtensionsPanel />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
