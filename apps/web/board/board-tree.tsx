/**
 * The canvas for those who do not see it or do not point: a tree with the same content, one tab stop, the arrow keys.
 * It is drawn nowhere; what it is at is ringed on the canvas. Only a window of its items is in the document, so that a
 * hundred thousand spans cost what forty do.
 */
'use client'

import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import css from './board.module.css'
import { isPlainKey } from './text-field'
import { focusAt, placeOfFocus, settled, TREE_START, type TreeKeys } from './tree-focus'

export interface TreeItem {
  readonly label: string
  readonly depth: number
  readonly nth: number
  readonly of: number
  /** null where nothing is below it. */
  readonly expanded: boolean | null
  readonly selected: boolean
  /** Place of the item above, -1 at the top. */
  readonly above: number
}

export interface BoardTreeProps extends TreeKeys {
  readonly label: string
  readonly itemAt: (place: number) => TreeItem
  /** The place to begin at: that of the selection, or -1. */
  readonly selected: number
  /** What was pressed with the pointer: the keyboard goes on from there. A new object for each press. */
  readonly pointed?: { readonly key: string } | null
  /** The keyboard is at a place, or (null) no longer in the tree. */
  readonly onFocusItem: (place: number | null) => void
  readonly onSelectItem: (place: number) => void
  /** Opens or closes a group, turns a hook on or off. */
  readonly onToggleItem?: (place: number) => void
  readonly onMenuItem?: (place: number) => void
  readonly onClear?: () => void
  /** Shift with an arrow: from one item to the next, and what is between goes along. Several can be selected then. */
  readonly onExtendItem?: ((from: number, to: number) => void) | undefined
  /** A key that the tree itself does not know. Says whether it meant something here. */
  readonly onKeyItem?: (place: number, event: KeyboardEvent) => boolean
  /** Keys that are there, for those who cannot see them. */
  readonly keys: string
}

/** Items before and after the active one that a reader may look at without moving. */
const WINDOW = 20

const WALKS_ON: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown'])
const WALK_KEYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight'])

export function BoardTree(props: BoardTreeProps) {
  const { count, itemAt, selected, pointed, onFocusItem } = props
  const id = useId()
  const [focus, setFocus] = useState(TREE_START)
  const [inside, setInside] = useState(false)
  const place = placeOfFocus(focus, props)
  const ref = useRef<HTMLDivElement>(null)
  const spaceDown = useRef(false)
  const selectedKey = selected < 0 ? null : props.keyAt(selected)

  useEffect(() => {
    if (selectedKey !== null) setFocus({ key: selectedKey, place: 0 })
  }, [selectedKey])
  useEffect(() => {
    if (pointed != null) setFocus({ key: pointed.key, place: 0 })
  }, [pointed])
  const current = settled(focus, props)
  useEffect(() => setFocus(current), [current])
  useEffect(() => onFocusItem(inside && count > 0 ? place : null), [inside, place, count, onFocusItem])

  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // Whoever only clicked here walks through the turn with these; once the ring shows they are the tree's.
    if (!inside && WALK_KEYS.has(event.key) && !event.altKey) return
    spaceDown.current = event.key === ' '
    const known = isPlainKey(event.nativeEvent) || event.key === 'F10' ? answer(props, place, event) : null
    const next = known ?? (props.onKeyItem?.(place, event) === true ? place : null)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    if (event.shiftKey && next !== place && WALKS_ON.has(event.key)) props.onExtendItem?.(place, next)
    if (next !== place || known !== null) setFocus(focusAt(next, props))
    // A key was used: the ring shows from now on, also where the tree was entered by a click.
    setInside(true)
  }

  // As a button does: when it is let go, so that a drag with Space held is none.
  const keyUp = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === ' ' && spaceDown.current) props.onToggleItem?.(place)
    spaceDown.current = false
  }

  const first = Math.max(0, place - WINDOW)
  const places = Array.from({ length: Math.max(0, Math.min(count, place + WINDOW + 1) - first) }, (_, at) => first + at)
  return (
    <div
      ref={ref}
      className={css.tree}
      role="tree"
      tabIndex={0}
      aria-label={props.label}
      aria-description={props.keys}
      aria-multiselectable={props.onExtendItem === undefined ? undefined : true}
      aria-activedescendant={count > 0 ? `${id}-${place}` : undefined}
      onKeyDown={keyDown}
      onKeyUp={keyUp}
      onFocus={() => setInside(ref.current?.dataset.pointed === undefined)}
      onBlur={() => setInside(false)}
    >
      {places.map((at) => {
        const item = itemAt(at)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys of its items; readers click by command.
          <div
            key={at}
            id={`${id}-${at}`}
            role="treeitem"
            tabIndex={-1}
            aria-level={item.depth + 1}
            aria-posinset={item.nth}
            aria-setsize={item.of}
            aria-expanded={item.expanded ?? undefined}
            aria-selected={item.selected}
            onClick={() => props.onSelectItem(at)}
          >
            {item.label}
          </div>
        )
      })}
    </div>
  )
}

/** A click on the canvas brings the keyboard to the tree, and no ring: the pointer shows where it is. */
export function focusTree(section: HTMLElement | null, event: MouseEvent): void {
  // Or the browser gives the keyboard to nobody: a canvas cannot have it.
  event.preventDefault()
  const tree = section?.querySelector<HTMLElement>('[role="tree"]')
  if (tree == null) return
  tree.dataset.pointed = ''
  // Where the keyboard is there already it comes anew, and its ring goes.
  if (tree === document.activeElement) tree.blur()
  tree.focus({ preventScroll: true })
  delete tree.dataset.pointed
}

/** The place to go to, or null for a key that is not the tree's. */
function answer(props: BoardTreeProps, place: number, event: KeyboardEvent): number | null {
  const { count } = props
  if (count === 0) return null
  switch (event.key) {
    case 'ArrowDown':
      return Math.min(place + 1, count - 1)
    case 'ArrowUp':
      return Math.max(place - 1, 0)
    case 'PageDown':
      return Math.min(place + 10, count - 1)
    case 'PageUp':
      return Math.max(place - 10, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case 'ArrowRight':
      return stepIn(props, place)
    case 'ArrowLeft':
      return stepOut(props, place)
    case 'Enter':
      props.onSelectItem(place)
      return place
    case ' ':
      return props.onToggleItem === undefined ? null : place
    case 'm':
    case 'ContextMenu':
      props.onMenuItem?.(place)
      return props.onMenuItem === undefined ? null : place
    case 'Escape':
      props.onClear?.()
      return props.onClear === undefined ? null : place
    case 'F10':
      if (!event.shiftKey || props.onMenuItem === undefined) return null
      props.onMenuItem(place)
      return place
    default:
      return null
  }
}

function stepIn({ itemAt, count, onToggleItem }: BoardTreeProps, place: number): number {
  const item = itemAt(place)
  if (item.expanded === false) onToggleItem?.(place)
  return item.expanded === true && place + 1 < count ? place + 1 : place
}

function stepOut({ itemAt }: BoardTreeProps, place: number): number {
  const { above } = itemAt(place)
  return above < 0 ? place : above
}
