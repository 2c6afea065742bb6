'use client'
/**
 * Says what was done and offers to take it back, by button or with Ctrl+Z. One at a time: what is offered is always the last
 * thing that was done. After its time it goes, and so does the key.
 */
import { toast } from 'sonner'
import { Inline } from '../ui/inline'
import { Keys } from '../ui/keys'
import { ToastOffer } from '../ui/toast-offer'

/** Long enough to see the mistake, look for the way back and take it, also with a screen reader. */
const OFFERED_MS = 20_000
const ID = 'undo'

let offered: (() => void) | null = null

export function offerUndo(sentence: string, undo: () => Promise<void>): void {
  const run = () => {
    takeBackOffer()
    void undo()
  }
  offered = run
  const forget = () => {
    if (offered === run) offered = null
  }
  toast(<UndoToast sentence={sentence} onUndo={run} />, {
    id: ID,
    duration: OFFERED_MS,
    onDismiss: forget,
    onAutoClose: forget,
  })
}

export function isUndoOffered(): boolean {
  return offered !== null
}

/** For Ctrl+Z. Says whether there was something to undo. */
export function takeUndo(): boolean {
  const undo = offered
  undo?.()
  return undo !== null
}

function takeBackOffer(): void {
  offered = null
  toast.dismiss(ID)
}

function UndoToast({ sentence, onUndo }: { readonly sentence: string; readonly onUndo: () => void }) {
  const label = (
    <>
      Undo
      <Keys keys={isMac() ? '⌘+Z' : 'Ctrl+Z'} />
    </>
  )
  return (
    <ToastOffer label={label} onTake={onUndo} keyShortcuts="Control+Z">
      <Inline text={sentence} />
    </ToastOffer>
  )
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
