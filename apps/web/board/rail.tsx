/** The loop with its hooks: the canvas, its head, its tooltip, and the tree that says and does the same. */
'use client'

import { type RailModel, type RailStation, speakHook, speakStation } from '@belay/canvas'
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import css from './board.module.css'
import type { RailProps } from './board-props'
import { BoardTree, focusTree, type TreeItem } from './board-tree'
import { EMPTY_RAIL, RailBoard } from './rail-board'
import { exposeRects } from './test-rects'
import { Tooltip } from './tooltip'

const never = () => () => undefined
const nothing = () => EMPTY_RAIL

export function Rail(props: RailProps) {
  const section = useRef<HTMLElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const [board, setBoard] = useState<RailBoard | null>(null)
  const [pointed, setPointed] = useState<{ readonly key: string } | null>(null)
  const view = useSyncExternalStore(board?.view.subscribe ?? never, board?.view.get ?? nothing, nothing)

  useEffect(() => {
    if (host.current === null) return
    const made = new RailBoard(host.current)
    setBoard(made)
    const hide = exposeRects({
      station: (point) => made.rectOf({ point }, 'station'),
      plus: (point) => made.rectOf({ point }, 'plus'),
      attachment: (attachment) => made.rectOf({ attachment }, 'card'),
      switch: (attachment) => made.rectOf({ attachment }, 'switch'),
      menu: (attachment) => made.rectOf({ attachment }, 'menu'),
    })
    return () => {
      hide()
      made.destroy()
    }
  }, [])
  // Before the browser paints: what was folded is in the very next frame.
  useLayoutEffect(() => board?.update(props))

  return (
    <section ref={section} className={css.rail} data-testid="rail" aria-label="Rail">
      <div
        ref={host}
        className={css.canvas}
        data-testid="rail-canvas"
        onMouseDown={(event) => {
          const key = board?.keyUnder(event.clientX, event.clientY) ?? null
          if (key !== null) setPointed({ key })
          focusTree(section.current, event)
        }}
        aria-hidden="true"
      />
      {props.head}
      {board !== null && <RailTree {...treeProps(props)} board={board} model={view.model} pointed={pointed} />}
      {view.tip !== null && <Tooltip {...view.tip} />}
    </section>
  )
}

type TreeActions = Pick<RailProps, 'selection' | 'onSelect' | 'onToggle' | 'onHookMenu' | 'onStationMenu'>

/** Without what moves with every event: the tree changes with its model. */
function treeProps({ selection, onSelect, onToggle, onHookMenu, onStationMenu }: RailProps): TreeActions {
  return { selection, onSelect, onToggle, onHookMenu, onStationMenu }
}

interface TreeProps extends TreeActions {
  readonly board: RailBoard
  readonly model: RailModel
  readonly pointed: { readonly key: string } | null
}

interface Entry {
  readonly key: string
  readonly station: RailStation
  /** Place among the station's hooks, -1 for the station itself. */
  readonly hook: number
  readonly above: number
}

const RailTree = memo(function RailTree(props: TreeProps) {
  const { board, model, selection, onSelect, onToggle, onHookMenu, onStationMenu } = props
  const entries = entriesOf(model.stations)
  const hookAt = (place: number) => entries[place]?.station.hooks[entries[place]?.hook ?? -1]

  const itemAt = (place: number): TreeItem => {
    const entry = entries[place]
    if (entry === undefined) return { label: '', depth: 0, nth: 1, of: 1, expanded: null, selected: false, above: -1 }
    const hook = hookAt(place)
    if (hook === undefined) {
      const live = model.place?.live === true && model.place.stop === entry.station.point
      const at = { depth: 0, nth: model.stations.indexOf(entry.station) + 1, of: model.stations.length, above: -1 }
      const selected = selection?.kind === 'point' && selection.point === entry.station.point
      return {
        ...at,
        label: speakStation(entry.station, live),
        expanded: entry.station.hooks.length > 0 ? true : null,
        selected,
      }
    }
    const selected = selection?.kind === 'attachment' && selection.attachment === hook.attachment
    const at = { depth: 1, nth: entry.hook + 1, of: entry.station.hooks.length, above: entry.above }
    return { ...at, label: speakHook(hook), expanded: null, selected }
  }
  const keys = entries.map(({ key }) => key).join('\n')
  const onFocusItem = useCallback(
    (place: number | null) => board.focus(place === null ? null : (keys.split('\n')[place] ?? null)),
    [board, keys],
  )
  const select = (place: number) => {
    const attachment = hookAt(place)?.attachment ?? null
    const point = entries[place]?.station.point
    if (attachment !== null) onSelect({ kind: 'attachment', attachment })
    else if (point !== undefined) onSelect({ kind: 'point', point })
  }
  const menu = (place: number) => {
    const entry = entries[place]
    const anchor = entry === undefined ? null : board.anchorOf(entry.key)
    if (entry === undefined || anchor === null) return
    const hook = hookAt(place)
    if (hook === undefined) onStationMenu(entry.station.point, anchor)
    else if (hook.attachment !== null) onHookMenu(hook.attachment, anchor)
  }
  const toggle = (place: number) => {
    const attachment = hookAt(place)?.attachment ?? null
    if (attachment !== null) onToggle(attachment)
  }
  return (
    <BoardTree
      label="The loop and its hooks"
      keys="Arrow keys move, Enter selects, Space turns a hook on or off, M opens the menu, Escape clears the selection"
      count={entries.length}
      keyAt={(place) => entries[place]?.key ?? ''}
      placeOf={(key) => entries.findIndex((entry) => entry.key === key)}
      itemAt={itemAt}
      pointed={props.pointed}
      selected={entries.findIndex((_, place) => itemAt(place).selected)}
      onFocusItem={onFocusItem}
      onSelectItem={select}
      onToggleItem={toggle}
      onMenuItem={menu}
      onClear={() => onSelect(null)}
    />
  )
})

function entriesOf(stations: readonly RailStation[]): readonly Entry[] {
  const entries: Entry[] = []
  for (const station of stations) {
    const above = entries.push({ key: station.point, station, hook: -1, above: -1 }) - 1
    for (const [hook, { key }] of station.hooks.entries()) entries.push({ key, station, hook, above })
  }
  return entries
}
