'use client'
/**
 * The sessions of a shelf as rows in groups. Only those in view are drawn. Nothing moves while somebody points at a row,
 * writes in it or has its menu open, unless they moved it themselves.
 */
import { useRef } from 'react'
import type { SessionSummary } from '../../lib/api'
import { plural } from '../../lib/format'
import { linesInView, type Placed, placeLines } from './row-places'
import { SelectionBar } from './selection-bar'
import styles from './session-list.module.css'
import { SessionRow } from './session-row'
import type { Shelf } from './shelf-view'
import { useListKeys } from './use-list-keys'
import { type ListState, useListState } from './use-list-state'
import { useNow } from './use-now'
import { useScrollView } from './use-scroll-view'

/** Times are said in minutes. */
const MINUTE_MS = 60_000

interface Props {
  readonly sessions: readonly SessionSummary[]
  readonly shelf: Shelf
  /** Which list it is: another one starts at its top, with nothing picked. */
  readonly view: string
  /** Whether the sessions are still those of the list before. */
  readonly stale: boolean
  /** Leaves the list upwards. */
  readonly onLeave: () => void
}

export function SessionList({ sessions, shelf, view, stale, onLeave }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const nowMs = useNow(MINUTE_MS)
  const scroll = useScrollView(frame, view)
  const list = useListState({ sessions, shelf, view, nowMs, stale, frame, scroll })
  const lines = placeLines(list.order.places)
  const onKeyDown = useListKeys(list, { lines, scroll, frame, shelf, onLeave })
  return (
    <div className={styles.frame}>
      <div className={styles.scroller} ref={frame} tabIndex={-1}>
        <ul
          className={styles.list}
          style={{ height: lines.height }}
          aria-label="Sessions"
          data-picking={list.picked.ids.size > 0}
          onKeyDown={onKeyDown}
          onPointerEnter={(event) => list.setPointed(event.pointerType === 'mouse')}
          onPointerLeave={() => list.setPointed(false)}
        >
          {linesInView(lines, scroll, list.active).map((placed) => (
            <Line key={placed.line.key} {...{ placed, list, shelf, nowMs }} />
          ))}
        </ul>
      </div>
      {list.order.waiting > 0 ? (
        <button type="button" className={styles.waiting} onClick={list.letGo}>
          Show {plural(list.order.waiting, 'new session')}
        </button>
      ) : null}
      <SelectionBar list={list} shelf={shelf} />
    </div>
  )
}

interface LineProps {
  readonly placed: Placed
  readonly list: ListState
  readonly shelf: Shelf
  readonly nowMs: number
}

function Line({ placed: { line, top, height }, list, shelf, nowMs }: LineProps) {
  if (line.kind === 'head') {
    return (
      <li className={styles.head} style={{ top, height }}>
        <h2>{line.group}</h2>
        <span>{line.count}</span>
      </li>
    )
  }
  const { id } = line.place.session
  return (
    <li
      className={styles.line}
      style={{ top, height }}
      data-first={line.first}
      data-last={line.last}
      aria-setsize={list.order.places.length}
      aria-posinset={line.index + 1}
      onFocus={() => list.setActive(id)}
    >
      <SessionRow
        place={line.place}
        shelf={shelf}
        nowMs={nowMs}
        picked={list.picked.ids.has(id)}
        active={id === list.active}
        renaming={id === list.renaming}
        actions={list.actions}
      />
    </li>
  )
}
