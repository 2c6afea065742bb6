/** The rail as a tree: stations with their hooks, and every key that does what the pointer does. */
'use client'

import { type RailModel, type RailStation, speakHook, speakStation } from '@belay/canvas'
import { type KeyboardEvent, memo, useCallback, useEffect, useRef } from 'react'
import type { RailProps } from './board-props'
import { BoardTree, type TreeItem } from './board-tree'
import type { RailBoard } from './rail-board'
import { railKeyOf } from './rail-keys'

export type TreeActions = Pick<RailProps, 'selection' | 'onSelect' | 'onToggle' | 'onHookMenu' | 'onStationMenu'>

interface TreeProps extends TreeActions {
  readonly board: RailBoard
  readonly model: RailModel
  readonly pointed: { readonly key: string } | null
  /** The keyboard goes along with a hook that went elsewhere. */
  readonly onPointed: (key: string) => void
}

interface Entry {
  readonly key: string
  readonly station: RailStation
  /** Place among the station's hooks, -1 for the station itself. */
  readonly hook: number
  readonly above: number
}

export const RailTree = memo(function RailTree(props: TreeProps) {
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
    const anchor = entry === undefined ? null : board.where.anchorOf(entry.key)
    if (entry === undefined || anchor === null) return
    const hook = hookAt(place)
    if (hook === undefined) onStationMenu(entry.station.point, anchor)
    else if (hook.attachment !== null) onHookMenu(hook.attachment, anchor)
  }
  const toggle = (place: number) => {
    const attachment = hookAt(place)?.attachment ?? null
    if (attachment !== null) onToggle(attachment, null)
  }
  const key = useRailKeys(props, entries, keys)
  return (
    <BoardTree
      label="The loop and its hooks"
      keys="Arrow keys move, Enter explains, Space sets a hook to enforce, shadow or off, M opens the menu, Alt with up and down changes the order, Alt with left and right moves a hook to another station, Delete detaches it, H opens the palette, Escape clears the selection"
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
      onKeyItem={key}
      onClear={() => onSelect(null)}
    />
  )
})

/** How much closer one key comes. */
const KEY_ZOOM = 0.8

function useRailKeys({ board, onPointed }: TreeProps, entries: readonly Entry[], keys: string) {
  const follow = useRef<string | null>(null)
  useEffect(() => {
    const wanted = follow.current
    if (wanted === null || !keys.split('\n').includes(wanted)) return
    follow.current = null
    onPointed(wanted)
  }, [keys, onPointed])
  return (place: number, event: KeyboardEvent): boolean => {
    if (isZoomKey(event)) {
      if (event.key === '0') board.fit()
      else board.zoom(event.key === '-' ? 1 / KEY_ZOOM : KEY_ZOOM)
      return true
    }
    const entry = entries[place]
    const attachment = entry?.station.hooks[entry.hook]?.attachment ?? null
    const key = railKeyOf(event.nativeEvent)
    if (key === null || entry === undefined || attachment === null) return false
    follow.current = board.change({ attachment, point: entry.station.point }, key)
    return true
  }
}

function isZoomKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && ['0', '+', '=', '-'].includes(key)
}

function entriesOf(stations: readonly RailStation[]): readonly Entry[] {
  const entries: Entry[] = []
  for (const station of stations) {
    const above = entries.push({ key: station.point, station, hook: -1, above: -1 }) - 1
    for (const [hook, { key }] of station.hooks.entries()) entries.push({ key, station, hook, above })
  }
  return entries
}
