'use client'
/** The centre: the turn's head, the rail, the timeline, and the menus that open on the rail. */
import { modeFor } from '@belay/canvas'
import type { AttachmentId, HookMode, PointId } from '@belay/trace'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AnchorRect } from '../../board/board-props'
import { panelDefaults, usePanels } from '../../lib/panels'
import { returnFocus } from '../../lib/return-focus'
import { hookPageOf } from '../hooks-editor/hook-page-of'
import { HookMenu } from '../menus/hook-menu'
import { ParamsDialog } from '../menus/params-dialog'
import { StationMenu } from '../menus/station-menu'
import { AttachAt } from '../palette/attach-at'
import { Palette } from '../palette/palette'
import { PaletteButton } from '../palette/palette-button'
import { useRailChanges } from '../palette/use-rail-changes'
import { SeveralBar } from '../rail/several-bar'
import { SeveralMenu } from '../rail/several-menu'
import { type Picks, usePicks } from '../rail/use-picks'
import { SaveSetDialog } from '../sets/save-set-dialog'
import { SetsButton } from '../sets/sets-button'
import { Splitter } from '../ui/splitter'
import styles from './board.module.css'
import { PastBanner } from './past-banner'
import { useOpenSession, useShown } from './session-context'
import { TurnHead } from './turn-head'
import { useRailProps, useTimelineProps } from './use-board-props'
import { useWalkKeys } from './use-walk-keys'
import { WalkBar } from './walk-bar'

const Rail = dynamic(() => import('../../board/rail').then((board) => board.Rail), { ssr: false })
const Timeline = dynamic(() => import('../../board/timeline').then((board) => board.Timeline), { ssr: false })

type OpenMenu =
  | { readonly kind: 'station'; readonly point: PointId; readonly anchor: AnchorRect }
  | { readonly kind: 'hook'; readonly attachment: AttachmentId; readonly anchor: AnchorRect }
  | { readonly kind: 'params'; readonly attachment: AttachmentId }
  | { readonly kind: 'several'; readonly anchor: AnchorRect }
  | { readonly kind: 'save' }

/** Heights below which neither half is of any use. */
const MIN_RAIL = 140
const MIN_TIMELINE = 140

/** `palette`: where nothing is beside the board, the palette of hooks lies over its timeline. */
export function Board({ palette = false }: { readonly palette?: boolean }) {
  const [panels, setPanels] = usePanels()
  const { ref, height } = useHeight()
  const max = Math.max(MIN_RAIL, height - MIN_TIMELINE)
  const rail = Math.min(panels.rail, max)
  const { menu, openMenu, close } = useMenu()
  const picks = usePicks()
  useWalkKeys()
  return (
    <div className={styles.board} ref={ref}>
      <PastBanner />
      <WalkBar />
      <div className={styles.rail} style={{ height: rail }}>
        <RailStage picks={picks} onMenu={openMenu} />
      </div>
      <Splitter
        label="Height of the rail"
        axis="y"
        size={rail}
        min={MIN_RAIL}
        max={max}
        onSize={(size) => setPanels({ rail: size })}
        onReset={() => setPanels({ rail: panelDefaults().rail })}
      />
      <div className={styles.timeline}>
        <TimelineStage />
        <SeveralBar {...picks} onSave={() => openMenu({ kind: 'save' })} />
        {palette ? <Palette /> : null}
      </div>
      {menu === null ? null : <BoardMenu menu={menu} picks={picks} onMenu={openMenu} onClose={close} />}
    </div>
  )
}

/** The focus goes back to the board when the last menu has closed. */
function useMenu() {
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const opener = useRef<Element | null>(null)
  const openMenu = useCallback((next: OpenMenu) => {
    opener.current ??= document.activeElement
    setMenu(next)
  }, [])
  // A menu that closes because it opened the parameters must not close those.
  const close = useCallback((kind: OpenMenu['kind']) => setMenu((open) => (open?.kind === kind ? null : open)), [])
  useEffect(() => {
    if (menu !== null || opener.current === null) return
    returnFocus(opener.current)
    opener.current = null
  }, [menu])
  return { menu, openMenu, close }
}

const HEAD = <TurnHead />

function RailStage({ picks, onMenu }: { readonly picks: Picks; readonly onMenu: (menu: OpenMenu) => void }) {
  const props = useRailProps()
  const { id, actions } = useOpenSession()
  const { composition } = useShown()
  const router = useRouter()
  const onStationMenu = useCallback(
    (point: PointId, anchor: AnchorRect) => onMenu({ kind: 'station', point, anchor }),
    [onMenu],
  )
  const onHookMenu = useCallback(
    (attachment: AttachmentId, anchor: AnchorRect) => onMenu({ kind: 'hook', attachment, anchor }),
    [onMenu],
  )
  const onPickedMenu = useCallback((anchor: AnchorRect) => onMenu({ kind: 'several', anchor }), [onMenu])
  const onHookOpen = useCallback(
    (attachment: AttachmentId) => {
      const hook = composition?.hooks.find((one) => one.id === attachment)
      const page = hook === undefined ? null : hookPageOf(hook, id)
      if (page !== null) router.push(page)
    },
    [composition, id, router],
  )
  const onToggle = useCallback(
    (attachment: AttachmentId, stop: HookMode | null) => {
      const hook = composition?.hooks.find(({ id }) => id === attachment)
      if (hook !== undefined) void actions.change(attachment, { mode: modeFor(hook, stop) })
    },
    [composition, actions],
  )
  const menus = { onStationMenu, onHookMenu, onPickedMenu, onHookOpen, onToggle }
  return (
    <>
      <Rail {...props} {...useRailChanges()} {...picks} {...menus} head={HEAD} />
      <SetsButton />
      <PaletteButton />
      <AttachAt />
    </>
  )
}

function TimelineStage() {
  return <Timeline {...useTimelineProps()} />
}

interface MenuProps {
  readonly menu: OpenMenu
  readonly picks: Picks
  readonly onMenu: (menu: OpenMenu) => void
  readonly onClose: (kind: OpenMenu['kind']) => void
}

function BoardMenu({ menu, picks, onMenu, onClose }: MenuProps) {
  const { composition } = useShown()
  const close = () => onClose(menu.kind)
  if (menu.kind === 'station') return <StationMenu point={menu.point} anchor={menu.anchor} onClose={close} />
  if (menu.kind === 'several')
    return <SeveralMenu {...picks} anchor={menu.anchor} onSave={() => onMenu({ kind: 'save' })} onClose={close} />
  if (menu.kind === 'save') return <SaveSetDialog only={picks.picked} onClose={close} />
  const hook = composition?.hooks.find(({ id }) => id === menu.attachment)
  if (hook === undefined) return null
  if (menu.kind === 'params') return <ParamsDialog attachment={hook} onClose={close} />
  const onParams = () => onMenu({ kind: 'params', attachment: menu.attachment })
  return <HookMenu hook={hook} anchor={menu.anchor} picks={picks} onParams={onParams} onClose={close} />
}

function useHeight() {
  const ref = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(800)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, height }
}
