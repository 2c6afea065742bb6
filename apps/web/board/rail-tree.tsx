/** The rail as a tree: stations with their hooks, and every key that does what the pointer does. */
'use client'

import { addPicks, type CallChain, type RailModel } from '@belay/canvas'
import { memo, useCallback } from 'react'
import type { RailProps } from './board-props'
import { BoardTree } from './board-tree'
import type { RailBoard } from './rail-board'
import { attachmentOf, railEntries, railItem } from './rail-tree-entries'
import { useRailCommands } from './use-rail-commands'

export type TreeActions = Pick<
  RailProps,
  | 'selection'
  | 'picked'
  | 'fixed'
  | 'onSelect'
  | 'onPick'
  | 'onToggle'
  | 'onHookMenu'
  | 'onPickedMenu'
  | 'onStationMenu'
  | 'onHookOpen'
>

interface TreeProps extends TreeActions {
  readonly board: RailBoard
  readonly model: RailModel
  readonly chain: CallChain | null
  readonly pointed: { readonly key: string } | null
  /** The keyboard goes along with a hook that went elsewhere. */
  readonly onPointed: (key: string) => void
}

const KEYS =
  'Arrow keys move, Enter explains, Space sets a hook to enforce, shadow or off, M opens the menu, X picks a hook and Shift with an arrow the next one too, G picks its set, Control A picks all, Alt with up and down changes the order, Alt with left and right moves a hook to another station, Delete detaches it, H opens the palette, Escape lets go of what is picked and clears the selection'

export const RailTree = memo(function RailTree(props: TreeProps) {
  const { board, model, picked, onSelect, onPick } = props
  const entries = railEntries(model.stations)
  const itemAt = (place: number) => railItem(entries[place], props)
  const keys = entries.map(({ key }) => key).join('\n')
  const onFocusItem = useCallback(
    (place: number | null) => board.focus(place === null ? null : (keys.split('\n')[place] ?? null)),
    [board, keys],
  )
  const select = (place: number) => {
    const attachment = attachmentOf(entries[place])
    const point = entries[place]?.station.point
    if (attachment !== null) onSelect({ kind: 'attachment', attachment })
    else if (point !== undefined) onSelect({ kind: 'point', point })
  }
  const extend = (from: number, to: number) =>
    onPick(
      addPicks(
        picked,
        [from, to].flatMap((place) => attachmentOf(entries[place]) ?? []),
      ),
    )
  const { menu, toggle, press } = useRailCommands(props, entries, keys)
  return (
    <BoardTree
      label="The loop and its hooks"
      keys={KEYS}
      count={entries.length}
      keyAt={(place) => entries[place]?.key ?? ''}
      placeOf={(key) => entries.findIndex((entry) => entry.key === key)}
      itemAt={itemAt}
      pointed={props.pointed}
      // Those that are picked are many: the keyboard does not go to them.
      selected={picked.length > 0 ? -1 : entries.findIndex((_, place) => itemAt(place).selected)}
      onFocusItem={onFocusItem}
      onSelectItem={select}
      onToggleItem={toggle}
      onMenuItem={menu}
      onKeyItem={press}
      onExtendItem={props.fixed === null ? extend : undefined}
      onClear={() => (picked.length > 0 ? onPick([]) : onSelect(null))}
    />
  )
})
