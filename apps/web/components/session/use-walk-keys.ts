'use client'
/**
 * The keys that walk through a turn, heard everywhere but where a key has a meaning of its own: in text, in menus and
 * dialogs, and in the trees of the board: theirs are Home and End, and the arrows once the keyboard is at work there (a
 * click alone leaves those to the walk). `,` and `.` are heard there too.
 */
import { useEffect } from 'react'
import { useActions } from '../actions/use-actions'
import { isWriting } from './keys-sheet'
import { useOpenSession, useShown } from './session-context'
import { walkStep } from './walk-steps'

export function useWalkKeys(): void {
  const { walkTo, select } = useOpenSession()
  const { turn, walk, picked } = useShown()
  useWalkActions()
  useEffect(() => {
    if (turn === null) return
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || hasModifier(event) || !isFree(event)) return
      const to = walkStep(event, walk?.at ?? null, turn.events.length)
      if (to === null) return
      event.preventDefault()
      walkTo(turn, to)
    }
    // Ahead of the board, which would let go of a selection: what was picked goes first, then the walk ends.
    const onEscape = (event: KeyboardEvent) => {
      if (walk === null || event.key !== 'Escape' || hasModifier(event) || isTaken(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      if (picked === null) walkTo(turn, null)
      else select(null)
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener('keydown', onEscape, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('keydown', onEscape, { capture: true })
    }
  }, [turn, walk, picked, walkTo, select])
}

/** The same for whoever looks for them by name. */
function useWalkActions(): void {
  const { walkTo } = useOpenSession()
  const { turn, walk } = useShown()
  const step = (key: string) => {
    const to = turn === null ? null : walkStep({ key, shiftKey: false }, walk?.at ?? null, turn.events.length)
    if (turn !== null && to !== null) walkTo(turn, to)
  }
  const noTurn = () => (turn === null ? 'There is no turn yet' : null)
  useActions([
    {
      ...{ id: 'turn.event-before', title: 'Event before', group: 'Turn', keys: ['←', ','] },
      unavailable: noTurn,
      run: () => step(','),
    },
    {
      ...{ id: 'turn.event-after', title: 'Event after', group: 'Turn', keys: ['→', '.'] },
      unavailable: noTurn,
      run: () => step('.'),
    },
    {
      ...{ id: 'turn.whole', title: 'Show all of the turn again', group: 'Turn' },
      unavailable: () => (walk === null ? 'Nobody walks through the turn' : null),
      run: () => (turn === null ? undefined : walkTo(turn, null)),
    },
  ])
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey
}

function isFree({ target, key }: KeyboardEvent): boolean {
  // A list that scrolls goes to its own ends.
  const scrolls = (key === 'Home' || key === 'End') && target instanceof HTMLElement && target.closest('[role="log"]')
  return !isWriting(target) && !isTaken(target) && !scrolls
}

/** The slider of the walk itself is no text; a panel that only slid over the page takes no keys away from it. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (isWriting(target) && !(target instanceof HTMLInputElement && target.type === 'range')) return true
  return target.closest('[role="menu"], [role="listbox"], [role="dialog"]:not([data-passive])') !== null
}
