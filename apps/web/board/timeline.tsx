/** The timeline of the selected turn: the canvas, its head, its tooltip, and the tree that says the same. */
'use client'

import { formatDuration, signOf, speakSpan } from '@belay/canvas'
import { spanId } from '@belay/trace'
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import css from './board.module.css'
import type { TimelineProps } from './board-props'
import { BoardTree, focusTree, type TreeItem } from './board-tree'
import { exposeRects } from './test-rects'
import { EMPTY_VIEW, TimelineBoard, type TimelineView } from './timeline-board'
import { Tooltip } from './tooltip'

const never = () => () => undefined
const nothing = () => EMPTY_VIEW

export function Timeline(props: TimelineProps) {
  const section = useRef<HTMLElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const [board, setBoard] = useState<TimelineBoard | null>(null)
  const view = useSyncExternalStore(board?.view.subscribe ?? never, board?.view.get ?? nothing, nothing)

  useEffect(() => {
    if (host.current === null || section.current === null) return
    const made = new TimelineBoard(host.current, section.current)
    setBoard(made)
    const hide = exposeRects({ span: (id) => made.rectOf(id) })
    return () => {
      hide()
      made.destroy()
    }
  }, [])
  // Before the browser paints: what was folded is in the very next frame.
  useLayoutEffect(() => board?.update(props))

  return (
    <section ref={section} className={css.board} data-testid="timeline" aria-label="Timeline">
      <div
        ref={host}
        className={css.canvas}
        data-testid="timeline-canvas"
        onMouseDown={(event) => focusTree(section.current, event)}
        aria-hidden="true"
      />
      <div className={css.head}>
        <h2 className={css.title}>Timeline</h2>
        {view.totalMs > 0 && <span data-testid="hook-cost">{costText(view)}</span>}
        {view.follow === 'away' && (
          <button type="button" className={css.follow} onClick={() => board?.follow()} data-testid="follow">
            Follow now →
          </button>
        )}
      </div>
      {view.spans === 0 && <p className={css.empty}>{emptyText(props)}</p>}
      {board !== null && (
        <TimelineTree
          board={board}
          changes={view.changes}
          selection={props.selection}
          onSelect={props.onSelect}
          nowMs={props.nowMs}
        />
      )}
      {view.tip !== null && <Tooltip {...view.tip} />}
    </section>
  )
}

function costText({ hookMs, totalMs }: TimelineView): string {
  return `hooks cost ${formatDuration(hookMs)} of ${formatDuration(totalMs)}`
}

function emptyText({ turn }: TimelineProps): string {
  return turn === null
    ? 'Nothing has run yet. Send a message: each call and each hook appears here as it happens.'
    : 'This turn has no spans yet.'
}

interface TreeProps extends Pick<TimelineProps, 'selection' | 'onSelect' | 'nowMs'> {
  readonly board: TimelineBoard
  /** Counts what changed on the board: while it is the same, so is the tree. */
  readonly changes: number
}

const TimelineTree = memo(function TimelineTree({ board, selection, onSelect, nowMs }: TreeProps) {
  const { layout, lookup } = board.pictures.current
  const outline = board.pictures.outline()
  const spanAt = (place: number) => layout.tree.spans[outline.items[place] ?? -1]
  const groupAt = (place: number) => layout.groups[-1 - (outline.items[place] ?? 0)]
  const selectedIndex = selection?.kind === 'span' ? layout.tree.indexOf.get(selection.span) : undefined

  const itemAt = (place: number): TreeItem => {
    const at = {
      depth: outline.depth[place] ?? 0,
      nth: outline.nth[place] ?? 1,
      of: outline.of[place] ?? 1,
      above: outline.above[place] ?? -1,
    }
    const group = groupAt(place)
    if (group !== undefined) return { ...at, label: group.label, expanded: group.open, selected: false }
    const item = outline.items[place] ?? 0
    const span = spanAt(place)
    const below = (outline.above[place + 1] ?? -1) === place
    const said = signOf(lookup, item)
    return {
      ...at,
      label: span === undefined ? '' : speakSpan(span, said.count > 0 ? said.worst : null, nowMs()),
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
      keys="Arrow keys move, Enter selects, Space opens a group, W and S zoom, A and D pan, F fits the selection, 0 fits all"
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
