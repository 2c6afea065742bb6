'use client'
/** Throws away what is not saved, and offers it back for a while. Shown for as long as there is something to throw away. */
import { offerUndo } from '../sessions/undo-toast'
import { Button } from '../ui/button'
import type { WrittenText } from './use-written-text'

interface Props {
  readonly file: Pick<WrittenText, 'dirty' | 'saving' | 'discard' | 'disk'>
  /** What it is called in the offer. */
  readonly name: string
}

export function DiscardDraft({ file, name }: Props) {
  // Where the file is gone it is all that there is: deleting is the way to be rid of it.
  if (!file.dirty || file.disk == null) return null
  const discard = () => {
    const back = file.discard()
    offerUndo(`What was not saved of ${name} was thrown away.`, async () => back())
  }
  return (
    <Button tone="quiet" disabled={file.saving} onClick={discard}>
      Discard
    </Button>
  )
}
