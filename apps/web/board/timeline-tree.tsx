/** The tree that says what the timeline shows, and what was laid over it. */
'use client'

import { formatDuration, hitsBetween, pinOf, signOf, speakSpan } from '@belay/canvas'
import { spanId } from '@belay/trace'
import { memo, useCallback } from 'react'
import type { TimelineProps } from './board-props'
import { BoardTree, type TreeItem } from './board-tree'
import type { TimelineBoard } from './timeline-board'

interface TreeProps extends Pick<TimelineProps, 'selection' | 'onSelect' | 'nowMs'> {
  readonly board: TimelineBoard
  /** Counts what changed on the board: while it is the same, so is the tree. */
  readonly changes: number
}

export const TimelineTree = memo(function TimelineTree({ board, selection, onSelect, nowMs }: TreeProps) {
  const { layout, lookup } = board.pictures.current
  const outline = board.pictures.outline()
  const spanAt = (place: number) => layout.tree.spans[outline.items[place] ?? -1]
  const groupAt = (place: number) => layout.groups[-1 - (outline.items[place] ?? 0)]
  const selectedIndex = selection?.kind === 'span' ? layout.tree.indexOf.get(selection.span) : undefined

  const { tools } = board
  const [found, onPath] = [tools.found(board.shownMs), tools.msOnPath(board.shownMs)]
  /** What a person laid over it: hits, pins, the critical path. */
  const notesOn = (index: number): string => {
    const span = layout.tree.spans[index]
    const ms = onPath?.get(index) ?? 0
    const notes = [
      ...(found?.isHit[index] === 1 ? ['search hit'] : []),
      ...(ms > 0 ? [`${formatDuration(ms)} on the critical path`] : []),
      ...(span !== undefined && pinOf(layout, tools.pins, span.id) === span.id ? ['its lane is pinned'] : []),
    ]
    return notes.map((note) => `, ${note}`).join('')
  }
  const hitsIn = (group: number): string => {
    const row = layout.rows[layout.groups[group]?.row ?? -1]
    const at = row?.items.indexOf(-1 - group) ?? -1
    const hits =
      found === null || row === undefined || at < 0 ? 0 : hitsBetween(layout, found, { row, from: at, to: at + 1 })
    return hits === 0 ? '' : `, ${hits.toLocaleString('en')} search ${hits === 1 ? 'hit' : 'hits'} in it`
  }

  const itemAt = (place: number): TreeItem => {
    const at = {
      depth: outline.depth[place] ?? 0,
      nth: outline.nth[place] ?? 1,
      of: outline.of[place] ?? 1,
      above: outline.above[place] ?? -1,
    }
    const group = groupAt(place)
    if (group !== undefined)
      return {
        ...at,
        label: `${group.label}${hitsIn(-1 - (outline.items[place] ?? 0))}`,
        expanded: group.open,
        selected: false,
      }
    const item = outline.items[place] ?? 0
    const span = spanAt(place)
    const below = (outline.above[place + 1] ?? -1) === place
    const said = signOf(lookup, item)
    return {
      ...at,
      label:
        span === undefined ? '' : `${speakSpan(span, said.count > 0 ? said.worst : null, nowMs())}${notesOn(item)}`,
      expanded: below ? true : null,
      selected: item === selectedIndex,
    }
  }
  const keyAt = (place: number) => groupAt(place)?.key ?? spanAt(place)?.id ?? ''
  // The place of a span in a closed group is that of the group.
  const placeOf = (key: string) => {
    const index = layout.tree.indexOf.get(spanId(key))
    const row = index === undefined ? 0 : (layout.rowOf[index] ?? 0)
    const group = index === undefined ? layout.groups.findIndex((one) => one.key === key) : -1
    if (index === undefined) return group < 0 ? -1 : outline.items.indexOf(-1 - group)
    return outline.items.indexOf(row < 0 ? row : index)
  }
  // Places are those of the outline that this tree shows, whatever came since.
  const onFocusItem = useCallback(
    (place: number | null) => {
      const item = place === null ? undefined : outline.items[place]
      const index = item === undefined || item >= 0 ? item : layout.groups[-1 - item]?.members[0]
      board.focus(index === undefined ? null : (layout.tree.spans[index]?.id ?? null))
    },
    [board, layout, outline],
  )
  const toggle = (place: number) => {
    const group = groupAt(place)
    if (group !== undefined) board.toggle(group)
  }
  return (
    <BoardTree
      label="Spans of the turn"
      keys="Arrow keys move, Enter selects, Space opens a group, W and S zoom, A and D pan, F fits the selection, 0 fits all, M measures it, Shift M measures up to it, P shows the critical path, Shift P pins its lane, V and X go to the next verdict and refusal, slash searches"
      count={outline.count}
      keyAt={keyAt}
      placeOf={placeOf}
      itemAt={itemAt}
      selected={selectedIndex === undefined ? -1 : outline.items.indexOf(selectedIndex)}
      onFocusItem={onFocusItem}
      onSelectItem={(place) => {
        const span = spanAt(place)
        if (span === undefined) toggle(place)
        else onSelect({ kind: 'span', span: span.id })
      }}
      onToggleItem={toggle}
    />
  )
})
