'use client'
/** What takes the place of columns that do not fit: tabs for two panels, a sheet for the inspector. */
import { Dialog, Tabs } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { Inspector } from '../inspector/inspector'
import styles from './narrow.module.css'
import { useShown } from './session-context'
import { tabRing } from './tab-ring'

export type NarrowPanel = 'conversation' | 'board'

interface TabsProps {
  readonly panel: NarrowPanel
  readonly onPanel: (panel: NarrowPanel) => void
}

export function PanelTabs({ panel, onPanel }: TabsProps) {
  return (
    <Tabs.Root value={panel} onValueChange={(next) => onPanel(next === 'board' ? 'board' : 'conversation')}>
      <Tabs.List className={styles.tabs} aria-label="Panels" {...tabRing}>
        <Tabs.Trigger className={styles.tab} value="conversation">
          Conversation
        </Tabs.Trigger>
        <Tabs.Trigger className={styles.tab} value="board">
          Board
        </Tabs.Trigger>
      </Tabs.List>
    </Tabs.Root>
  )
}

interface DrawerProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Opens by itself when a person picks something, since that is the answer to their click. */
export function InspectorDrawer({ open, onOpenChange }: DrawerProps) {
  const { picked } = useShown()
  const key = picked === null ? null : JSON.stringify(picked)
  const seen = useRef(key)
  useEffect(() => {
    if (key !== null && key !== seen.current) onOpenChange(true)
    seen.current = key
  }, [key, onOpenChange])
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Dialog.Portal>
        <Dialog.Content
          className={styles.drawer}
          data-passive
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Dialog.Title className="visually-hidden">Inspector</Dialog.Title>
          <Inspector onClose={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
