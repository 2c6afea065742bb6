'use client'
/** Everything about the rows of the conversation that is not drawing them: which are drawn, where they stand, what picks them. */
import type { SpanId } from '@belay/trace'
import { type KeyboardEvent, type MouseEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { ConversationItem } from '../../lib/view/conversation'
import { pickedBy, rowOfSpan } from '../../lib/view/linked-row'
import { useOpenSession, useShown } from '../session/session-context'
import type { RowMemory } from './row-scope'
import { useFollowEnd } from './use-follow-end'
import { rowOf, useHeldRows } from './use-held-rows'
import { useReveal } from './use-reveal'
import { useRowKeys } from './use-row-keys'
import { useVirtualRows, type VirtualRows } from './use-virtual-rows'

export interface Transcript {
  readonly list: RefObject<HTMLDivElement | null>
  readonly virtual: VirtualRows
  readonly memory: RowMemory
  /** The key of the row that the keyboard is at, and the place of the row that is meant elsewhere, or -1. */
  readonly active: string | null
  readonly linked: number
  readonly atEnd: boolean
  readonly toEnd: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onClick: (event: MouseEvent) => void
}

export function useTranscript(items: readonly ConversationItem[]): Transcript {
  const { state, select } = useOpenSession()
  const { follows: newest } = useShown()
  const list = useRef<HTMLDivElement>(null)
  const [going, setGoing] = useState<number | null>(null)
  const { memory, active, held } = useHeldRows(items, list)
  const goingTo = going === null ? undefined : items[going]?.key
  const drawn = useMemo(() => (goingTo === undefined ? held : [...held, goingTo]), [held, goingTo])
  const { virtual, keys } = useVirtualRows(items, list, drawn)
  const scrollToEnd = useCallback(() => virtual.scrollToEnd(), [virtual])
  const { atEnd, toEnd } = useFollowEnd({ list, begins: newest, rows: keys, scrollToEnd })
  const linked = useLinked({ virtual, items, atEnd })
  const onPick = (at: number) => {
    const item = items[at]
    const span = item === undefined ? null : pickedBy(state, item)
    if (span !== null) select({ kind: 'span', span })
  }
  const at = active === null ? -1 : keys.indexOf(active)
  const onKeyDown = useRowKeys({ list, virtual, count: items.length, active: at, going, setGoing, onPick })
  const onClick = (event: MouseEvent) => {
    const row = isPlain(event) ? rowOf(event.target) : null
    if (row !== null) onPick(keys.indexOf(row))
  }
  return { list, virtual, memory, active, linked, atEnd, toEnd, onKeyDown, onClick }
}

interface Linking {
  readonly virtual: VirtualRows
  readonly items: readonly ConversationItem[]
  readonly atEnd: boolean
}

/** The row that is meant, brought into view unless the page chose it by itself and the person follows the end. */
function useLinked({ virtual, items, atEnd }: Linking): number {
  const { state } = useOpenSession()
  const { selection, picked, linked, walk, turn, follows } = useShown()
  const span: SpanId | null = selection?.kind === 'span' ? selection.span : linked
  const row = useMemo(() => (span === null ? -1 : rowOfSpan(state, items, span)), [state, items, span])
  const back = follows ? null : (turn?.id ?? null)
  const first = useMemo(() => (back === null ? -1 : items.findIndex((item) => item.turn === back)), [items, back])
  const isOwn = picked === null && walk === null && atEnd
  useReveal(virtual, { span: isOwn ? null : span, row, turn: back, first })
  return row
}

const OWN = 'a, button, input, textarea, select, label, summary, [role="button"], [data-question]'

/** A click that does nothing else, and ends no selection of text. */
function isPlain({ target }: MouseEvent): boolean {
  if (!(target instanceof Element) || target.closest(OWN) !== null) return false
  return document.getSelection()?.isCollapsed !== false
}
