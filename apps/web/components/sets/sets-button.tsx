'use client'
/** The way to the sets of hooks, on the rail beside that to the single ones. */
import { Layers } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import board from '../session/board-button.module.css'
import { SaveSetDialog } from './save-set-dialog'
import styles from './sets.module.css'
import { openSets, useSetsOpen } from './sets-open'
import { SetsPanel } from './sets-panel'

export function SetsButton() {
  const open = useSetsOpen()
  const [saving, setSaving] = useState(false)
  const close = () => openSets(false)
  const save = () => {
    close()
    setSaving(true)
  }
  return (
    <>
      <Popover.Root open={open} onOpenChange={openSets}>
        <Popover.Trigger className={`${board.button} ${styles.place}`}>
          <Layers size={14} aria-hidden />
          Sets
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            className={styles.panel}
            align="end"
            sideOffset={6}
            collisionPadding={10}
            role="dialog"
            aria-label="Sets of hooks"
          >
            <SetsPanel onDone={close} onSave={save} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {saving ? <SaveSetDialog onClose={() => setSaving(false)} /> : null}
    </>
  )
}
