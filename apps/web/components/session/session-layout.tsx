'use client'
/**
 * The places of the panels. Wide windows show all three columns; below that the inspector slides over the board, and
 * below that conversation and board take turns.
 */
import { useCallback, useState } from 'react'
import { useLostFocus } from '../../lib/lost-focus'
import { panelDefaults, usePanels } from '../../lib/panels'
import { MEDIUM, useMedia, WIDE } from '../../lib/use-media'
import { Conversation } from '../conversation/conversation'
import { TrustBar } from '../extensions/trust'
import { Inspector } from '../inspector/inspector'
import { QuestionNotice } from '../notice/question-notice'
import { Palette } from '../palette/palette'
import { PaletteKey } from '../palette/palette-button'
import { usePaletteOpen } from '../palette/palette-open'
import { TraceHost } from '../trace-table/trace-button'
import { Splitter } from '../ui/splitter'
import { Announcer } from './announcer'
import { Board } from './board'
import { InspectorDrawer, type NarrowPanel, PanelTabs } from './narrow'
import { useShown } from './session-context'
import styles from './session-layout.module.css'
import { StatusBar } from './status-bar'
import { TopBar } from './top-bar'
import { usePageActions, useSessionPlaces } from './use-page-actions'

export type Width = 'wide' | 'medium' | 'narrow'

export function SessionLayout() {
  useLostFocus()
  usePageActions()
  useSessionPlaces()
  const isWide = useMedia(WIDE)
  const isMedium = useMedia(MEDIUM)
  const width: Width = isWide ? 'wide' : isMedium ? 'medium' : 'narrow'
  const [panel, setPanel] = useState<NarrowPanel>('conversation')
  const [drawer, setDrawer] = useState(false)
  const toBoard = useCallback(() => setPanel('board'), [])
  const inspector = width === 'wide' ? null : { open: drawer, toggle: () => setDrawer((open) => !open) }
  return (
    <div className={styles.page} data-width={width}>
      <div className={styles.top}>
        <TopBar inspector={inspector} />
        <TrustBar />
      </div>
      {width === 'narrow' ? <PanelTabs panel={panel} onPanel={setPanel} /> : null}
      {width === 'narrow' && panel === 'conversation' ? <PaletteKey onBoard={toBoard} /> : null}
      <Columns width={width} panel={panel} />
      {inspector === null ? null : <InspectorDrawer open={drawer} onOpenChange={setDrawer} />}
      <StatusBar />
      <Announcer />
      <QuestionNotice />
      <TraceHost />
    </div>
  )
}

function Columns({ width, panel }: { readonly width: Width; readonly panel: NarrowPanel }) {
  const [panels, setPanels] = usePanels()
  const { turn } = useShown()
  const covered = usePaletteOpen() && width !== 'narrow'
  const conversation = (
    <aside
      className={styles.column}
      style={width === 'narrow' ? undefined : { width: panels.conversation }}
      aria-label="Conversation"
    >
      <div className={styles.under} inert={covered}>
        <Conversation />
      </div>
      {width === 'narrow' ? null : <Palette />}
    </aside>
  )
  const board = (
    <main className={styles.centre} aria-label={turn === null ? 'Board' : `Board of turn ${turn.number}`}>
      <Board palette={width === 'narrow'} />
    </main>
  )
  if (width === 'narrow') return <div className={styles.columns}>{panel === 'conversation' ? conversation : board}</div>
  return (
    <div className={styles.columns}>
      {conversation}
      <Splitter
        label="Width of the conversation"
        axis="x"
        size={panels.conversation}
        min={260}
        max={560}
        onSize={(size) => setPanels({ conversation: size })}
        onReset={() => setPanels({ conversation: panelDefaults().conversation })}
      />
      {board}
      {width === 'wide' ? <InspectorColumn /> : null}
    </div>
  )
}

function InspectorColumn() {
  const [panels, setPanels] = usePanels()
  return (
    <>
      <Splitter
        label="Width of the inspector"
        axis="x"
        size={panels.inspector}
        min={280}
        max={640}
        direction={-1}
        onSize={(size) => setPanels({ inspector: size })}
        onReset={() => setPanels({ inspector: panelDefaults().inspector })}
      />
      <aside className={styles.column} style={{ width: panels.inspector }} aria-label="Inspector">
        <Inspector />
      </aside>
    </>
  )
}
