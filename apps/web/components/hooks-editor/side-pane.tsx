'use client'
/** Beside the code: the hook tried on an event, and where it is attached. */
import type { HookUse } from '@belay/api'
import type { JsonObject, SessionId } from '@belay/trace'
import { Tabs } from 'radix-ui'
import type { LibraryHook } from '../../lib/api'
import narrow from '../session/narrow.module.css'
import { tabRing } from '../session/tab-ring'
import styles from './hooks-page.module.css'
import { TryIt } from './try-it'
import type { Fireable } from './use-fired'
import { UsesPanel } from './uses-panel'

interface Props {
  /** As it is saved; null where the library has none of that name. */
  readonly hook: LibraryHook | null
  /** As the text is now; null where that does not load. */
  readonly tried: LibraryHook | null
  readonly what: Fireable
  readonly uses: readonly HookUse[]
  readonly params: JsonObject | null
  readonly dirty: boolean
  readonly session: SessionId | null
  readonly onSession: (session: SessionId | null) => void
  readonly onLine: (line: number) => void
  readonly onParams: (params: JsonObject) => void
}

export function SidePane({ hook, tried, what, uses, params, dirty, session, onSession, onLine, onParams }: Props) {
  return (
    <aside className={styles.side} data-pane="try" data-end aria-label="Try it">
      <Tabs.Root className={styles.tabs} defaultValue="try">
        <Tabs.List className={narrow.tabs} aria-label="Beside the code" {...tabRing}>
          <Tabs.Trigger className={narrow.tab} value="try">
            Try it
          </Tabs.Trigger>
          <Tabs.Trigger className={narrow.tab} value="uses">
            Attached{uses.length === 0 ? '' : ` (${uses.length})`}
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content className={styles.tab} value="try" forceMount>
          <TryIt hook={tried} {...{ what, session, onSession, onLine, onParams }} />
        </Tabs.Content>
        <Tabs.Content className={styles.tab} value="uses">
          {hook === null ? null : <UsesPanel {...{ hook, uses, params, dirty }} />}
        </Tabs.Content>
      </Tabs.Root>
    </aside>
  )
}
