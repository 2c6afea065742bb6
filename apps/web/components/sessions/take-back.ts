/** Ctrl+Z on the pages without hooks of a session: what was done last, while its undo is offered. */
import type { Action } from '../actions/action'
import { isUndoOffered, takeUndo } from './undo-toast'

export function takeBack(title: string): Action {
  return {
    id: 'page.take-back',
    title,
    group: 'Page',
    keys: ['Ctrl+Z'],
    heard: 'page',
    unavailable: () => (isUndoOffered() ? null : 'Nothing is there to take back'),
    run: () => void takeUndo(),
  }
}
