'use client'
/** Presses the keys of the actions that the page itself hears. What a part heard before, and prevented, is not pressed again. */
import { useEffect } from 'react'
import { sayQuietly } from '../../lib/errors'
import { isWriting } from '../session/keys-sheet'
import type { Action } from './action'
import { isPress } from './key-press'
import { pageActions } from './use-actions'

export function PageKeys() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isTaken(event.target)) return
      const action = pageActions.all.find(
        (one) => one.heard === 'page' && one.keys?.some((keys) => isPress(keys, event)),
      )
      if (action === undefined || (event.repeat && action.repeats !== true)) return
      event.preventDefault()
      runAction(action)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return null
}

/** What can't be done says why. */
export function runAction(action: Action): void {
  const reason = action.unavailable?.() ?? null
  if (reason === null) action.run()
  else sayQuietly(`${reason}.`)
}

const OVER = '[role="dialog"]:not([data-passive]), [role="menu"]'

/** In text, lists of choices, menus and dialogs keys mean something else, and nothing behind a dialog is to be changed. */
function isTaken(target: EventTarget | null): boolean {
  const chooses = target instanceof HTMLElement && target.closest('[role="listbox"]') !== null
  return chooses || isWriting(target) || document.querySelector(OVER) !== null
}
