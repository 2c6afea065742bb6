'use client'
import { Tabs } from 'radix-ui'
import narrow from '../session/narrow.module.css'
import { tabRing } from '../session/tab-ring'

export type PaneName = 'list' | 'code' | 'try'

const PANES: readonly (readonly [pane: PaneName, label: string])[] = [
  ['list', 'Hooks'],
  ['code', 'Code'],
  ['try', 'Try it'],
]

/** In narrow windows one pane is shown. */
export function PaneTabs({ pane, onPane }: { readonly pane: PaneName; readonly onPane: (pane: PaneName) => void }) {
  return (
    <Tabs.Root value={pane} onValueChange={(next) => onPane(PANES.find(([name]) => name === next)?.[0] ?? 'list')}>
      <Tabs.List className={narrow.tabs} aria-label="Panes" {...tabRing}>
        {PANES.map(([name, label]) => (
          <Tabs.Trigger key={name} className={narrow.tab} value={name}>
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
    </Tabs.Root>
  )
}
