'use client'
/** Steps back and forth in what was done to the hooks: two buttons, and the keys that everybody knows. */
import { Redo2, Undo2 } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { commandKey } from '../../lib/platform'
import type { Action } from '../actions/action'
import { useActions } from '../actions/use-actions'
import { IconButton } from '../ui/button'
import { isWriting } from './keys-sheet'
import { useFolded, useOpenSession } from './session-context'
import { undoKey } from './undo-key'
import type { SessionActions } from './use-session-actions'

export function UndoButtons() {
  const { actions } = useOpenSession()
  const { undo, redo } = useFolded((state) => state.history)
  useUndoKeys()
  const [back, forth] = [undo.at(-1)?.name, redo.at(-1)?.name]
  useActions(useMemo(() => undoActions(actions, { back, forth }), [actions, back, forth]))
  return (
    <>
      <IconButton
        label={back === undefined ? 'Undo: the hooks have not been changed' : `Undo: ${back}`}
        keys={commandKey('Z')}
        aria-disabled={back === undefined}
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={() => (back === undefined ? null : void actions.undo())}
      >
        <Undo2 size={16} />
      </IconButton>
      <IconButton
        label={forth === undefined ? 'Redo: nothing was undone since the last change' : `Redo: ${forth}`}
        keys={commandKey('Shift+Z')}
        aria-disabled={forth === undefined}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z Control+Y"
        onClick={() => (forth === undefined ? null : void actions.redo())}
      >
        <Redo2 size={16} />
      </IconButton>
    </>
  )
}

function undoActions(
  { undo, redo }: Pick<SessionActions, 'undo' | 'redo'>,
  { back, forth }: { readonly back: string | undefined; readonly forth: string | undefined },
): readonly Action[] {
  return [
    {
      ...{ id: 'hooks.undo', group: 'Page', keys: ['Ctrl+Z'] },
      title: back === undefined ? 'Undo the last change of the hooks' : `Undo: ${back}`,
      unavailable: () => (back === undefined ? 'The hooks have not been changed' : null),
      run: () => void undo(),
    },
    {
      ...{ id: 'hooks.redo', group: 'Page', keys: ['Ctrl+Shift+Z', 'Ctrl+Y'] },
      title: forth === undefined ? 'Redo what was undone' : `Redo: ${forth}`,
      unavailable: () => (forth === undefined ? 'Nothing was undone since the last change' : null),
      run: () => void redo(),
    },
  ]
}

function useUndoKeys(): void {
  const { actions } = useOpenSession()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = undoKey(event)
      if (step === null || event.defaultPrevented || isElsewhere(event.target)) return
      event.preventDefault()
      // Also where nothing is there to undo yet: the edit that it is meant for may be under way.
      void actions[step]()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [actions])
}

/** In a text the key takes back writing; in a dialog it would change what is behind it. */
function isElsewhere(target: EventTarget | null): boolean {
  if (isWriting(target)) return true
  return target instanceof HTMLElement && target.closest('[role="dialog"]:not([data-passive]), [role="menu"]') !== null
}
