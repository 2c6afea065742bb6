'use client'
/** `Q` goes to the open question from anywhere, and a card that was answered hands the focus on: never under a hand that writes. */
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { QUIET_MS, questionKeys } from '../../lib/question-keys'
import type { Action } from '../actions/action'
import { useActions } from '../actions/use-actions'
import { isWriting } from '../session/keys-sheet'

/** The action that leads there. */
export const GO_TO_QUESTION = 'conversation.question'

/** How long after an answer the next question may still take the focus: turns go on within it, people think longer. */
const NEXT_MS = 2_500

/** When a question was last answered with its keys or buttons; any key since takes that back. */
let answeredMs = Number.NEGATIVE_INFINITY

/** For the transcript: hears all letters of the page. `waits`: whether a question does. */
export function useQuestionKeys(list: RefObject<HTMLElement | null>, waits: () => boolean): void {
  useActions(
    useMemo(
      (): readonly Action[] => [
        {
          ...{ id: GO_TO_QUESTION, title: 'Go to the open question', group: 'Conversation', keys: ['Q'] },
          unavailable: () => (waits() ? null : 'No question waits for you'),
          run: () => void focusQuestion(list.current),
        },
      ],
      [list, waits],
    ),
  )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // When it was pressed: a busy page hears of it later.
      const nowMs = event.timeStamp
      answeredMs = Number.NEGATIVE_INFINITY
      if (event.key === 'Escape') questionKeys.ended()
      if (event.key.length !== 1 || event.metaKey || event.ctrlKey || event.altKey) return
      const isKey = event.key === 'q' && !event.repeat && !isWriting(event.target) && questionKeys.listens(nowMs)
      if (isKey && focusQuestion(list.current)) return
      questionKeys.wrote(nowMs)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [list])
}

/** For a card, by what stands on it: whether its keys are heard by now. An open card may take over from an answered one. */
export function useCardArrival(card: RefObject<HTMLElement | null>, stands: string): boolean {
  const [ready, setReady] = useState<string | null>(null)
  useEffect(() => {
    questionKeys.changed(performance.now())
    const timer = setTimeout(() => setReady(stands), QUIET_MS)
    return () => {
      clearTimeout(timer)
      questionKeys.changed(performance.now())
    }
  }, [stands])
  useEffect(() => {
    if (performance.now() - answeredMs > NEXT_MS || !isFocusFree()) return
    answeredMs = Number.NEGATIVE_INFINITY
    card.current?.focus()
  }, [card])
  useEffect(
    () => () => {
      if (performance.now() - answeredMs <= NEXT_MS) focusOn()
    },
    [],
  )
  return ready === stands
}

/** For a card that was answered or left here, before it goes or after. */
export function handFocusOn(): void {
  answeredMs = performance.now()
  focusOn()
}

/** To the composer, from where the next card takes the focus unless a key was pressed since. */
function focusOn(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const next = document.querySelector<HTMLElement>('[data-question="open"]')
    const composer = document.querySelector<HTMLElement>('#composer')
    const target = next ?? composer
    target?.focus({ preventScroll: next === null })
  })
}

function isFocusFree(): boolean {
  const { activeElement } = document
  return activeElement === document.body || activeElement?.id === 'composer'
}

function focusQuestion(list: HTMLElement | null): boolean {
  const card = list?.querySelector<HTMLElement>('[data-question="open"]') ?? null
  card?.focus()
  card?.scrollIntoView({ block: 'nearest' })
  return card !== null
}
