'use client'
/** Rows that stay drawn out of view: where the keyboard is, where somebody writes or must answer, and what is being selected as text. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ConversationItem } from '../../lib/view/conversation'
import type { RowMemory } from './row-scope'

/** Who selects more than this has no use for each row in between: a copy of it all is a menu away. */
const MOST_SELECTED = 500

export interface HeldRows {
  readonly memory: RowMemory
  /** The row that the keyboard is at, or was last. */
  readonly active: string | null
  readonly setActive: (row: string) => void
  readonly held: readonly string[]
}

export function useHeldRows(items: readonly ConversationItem[], list: RefObject<HTMLElement | null>): HeldRows {
  const [written, setWritten] = useState<readonly string[]>([])
  const [active, setActive] = useState<string | null>(null)
  const focused = useFocused(list, setActive)
  const selected = useSelected(list, items)
  const opened = useRef(new Map<string, boolean>())
  const hold = useCallback((row: string, holds: boolean) => {
    setWritten((rows) => [...rows.filter((each) => each !== row), ...(holds ? [row] : [])])
  }, [])
  const memory = useMemo(() => ({ opened: opened.current, hold }), [hold])
  const asking = items.flatMap((item) => (item.kind === 'question' && item.open ? [item.key] : [])).join('\n')
  const held = useMemo(() => {
    const rows = [...asking.split('\n'), ...written, ...selected, ...(focused ? [active ?? ''] : [])]
    return [...new Set(rows)].filter((row) => row !== '')
  }, [asking, written, selected, focused, active])
  return { memory, active, setActive, held }
}

/** Whether the keyboard is in a row. */
function useFocused(list: RefObject<HTMLElement | null>, setActive: (row: string) => void): boolean {
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    const element = list.current
    if (element === null) return
    const onIn = ({ target }: FocusEvent) => {
      const row = rowOf(target)
      setFocused(row !== null)
      if (row !== null) setActive(row)
    }
    const onOut = () => setFocused(false)
    element.addEventListener('focusin', onIn)
    element.addEventListener('focusout', onOut)
    return () => {
      element.removeEventListener('focusin', onIn)
      element.removeEventListener('focusout', onOut)
    }
  }, [list, setActive])
  return focused
}

const NONE: readonly string[] = []

/** The rows of a selection of text, so that it can be dragged over more than a screen and copied. */
function useSelected(list: RefObject<HTMLElement | null>, items: readonly ConversationItem[]): readonly string[] {
  const [ends, setEnds] = useState<readonly [string, string] | null>(null)
  useEffect(() => {
    const onSelect = () => {
      const selection = document.getSelection()
      const inside = selection?.isCollapsed === false && list.current?.contains(selection.anchorNode) === true
      const from = inside ? rowOf(selection.anchorNode) : null
      const to = inside ? rowOf(selection.focusNode) : null
      setEnds((before) => {
        if (from === null || to === null) return null
        return before?.[0] === from && before[1] === to ? before : [from, to]
      })
    }
    document.addEventListener('selectionchange', onSelect)
    return () => document.removeEventListener('selectionchange', onSelect)
  }, [list])
  return useMemo(() => (ends === null ? NONE : between(items, ends)), [items, ends])
}

function between(items: readonly ConversationItem[], [from, to]: readonly [string, string]): readonly string[] {
  const places = [from, to].map((key) => items.findIndex((item) => item.key === key)).sort((a, b) => a - b)
  const [first = -1, last = -1] = places
  return first < 0 ? NONE : items.slice(first, Math.min(last, first + MOST_SELECTED) + 1).map(({ key }) => key)
}

export function rowOf(node: EventTarget | null): string | null {
  const element = node instanceof Element ? node : node instanceof Node ? node.parentElement : null
  return element?.closest<HTMLElement>('[data-row]')?.dataset.row ?? null
}
