'use client'
/** The end of a long list, and more of it as one scrolls up. What is looked at elsewhere is brought into it and into view. */
import type { SpanId, TurnId } from '@belay/trace'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ConversationItem } from '../../lib/view/conversation'

/** A few screens of rows; each scroll to the top adds as many. */
const PAGE = 150

/** What is looked at: a span, or a turn that was gone back to. */
export interface Target {
  /** Whether the person follows the end: then rows that have left the view go. */
  readonly atEnd: boolean
  readonly span: SpanId | null
  readonly turn: TurnId | null
}

export interface Windowed {
  readonly shown: readonly ConversationItem[]
  readonly hidden: number
  /** What, when it comes into view, brings more. */
  readonly top: RefObject<HTMLParagraphElement | null>
}

export function useWindowed(
  items: readonly ConversationItem[],
  list: RefObject<HTMLDivElement | null>,
  target: Target,
): Windowed {
  // Counted from the beginning, so that rows which come at the end push nothing out.
  const [from, setFrom] = useState<number | null>(null)
  const start = Math.min(from ?? Number.POSITIVE_INFINITY, Math.max(0, items.length - PAGE))
  const at = items.findIndex((item) => isTarget(item, target))
  const first = at >= 0 && at < start ? at : start
  useEffect(() => {
    const grown = target.atEnd && at < 0 && items.length - first > 2 * PAGE
    if (grown) setFrom(items.length - PAGE)
    else if (first !== from && items.length > 0) setFrom(first)
  }, [first, from, at, items.length, target.atEnd])
  const top = useEarlier(list, first, setFrom)
  useReveal(list, target)
  return { shown: items.slice(first), hidden: first, top }
}

function isTarget(item: ConversationItem, { span, turn }: Target): boolean {
  return span === null ? turn !== null && item.turn === turn : spanOf(item) === span
}

/** Brings a page of earlier rows when their place comes into view, and keeps what is read where it is. */
function useEarlier(list: RefObject<HTMLDivElement | null>, first: number, setFrom: (from: number) => void) {
  const top = useRef<HTMLParagraphElement>(null)
  const fromEnd = useRef<number | null>(null)
  useEffect(() => {
    const [frame, mark] = [list.current, top.current]
    if (frame === null || mark === null) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      fromEnd.current = frame.scrollHeight - frame.scrollTop
      setFrom(Math.max(0, first - PAGE))
    })
    observer.observe(mark)
    return () => observer.disconnect()
  }, [list, first, setFrom])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the rows before `first` that have moved the rest
  useLayoutEffect(() => {
    const frame = list.current
    if (frame === null || fromEnd.current === null) return
    frame.scrollTop = frame.scrollHeight - fromEnd.current
    fromEnd.current = null
  }, [list, first])
  return top
}

/** Scrolls to what was picked elsewhere. A row that is in view stays where it is; a turn shows its beginning. */
function useReveal(list: RefObject<HTMLDivElement | null>, { span, turn }: Target): void {
  const seen = useRef<Omit<Target, 'atEnd'>>({ span: null, turn: null })
  useEffect(() => {
    const before = seen.current
    seen.current = { span, turn }
    if (span !== null && span !== before.span) find(list, 'span', span)?.scrollIntoView({ block: 'nearest' })
    else if (span === null && turn !== null && turn !== before.turn) find(list, 'turn', turn)?.scrollIntoView()
  }, [list, span, turn])
}

function find(list: RefObject<HTMLDivElement | null>, what: 'span' | 'turn', id: string): Element | null {
  return list.current?.querySelector(`[data-${what}="${CSS.escape(id)}"]`) ?? null
}

export function spanOf(item: ConversationItem): SpanId | null {
  if (item.kind === 'call') return item.span?.id ?? null
  return item.kind === 'reply' ? item.span : null
}
