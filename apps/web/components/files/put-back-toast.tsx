'use client'
/** Says what was put back, and offers to take it back for a while; the row and the turn offer it for as long as it can be done. */
import type { EventOf, SessionId, SessionState } from '@belay/trace'
import { toast } from 'sonner'
import { sayError } from '../../lib/errors'
import { ToastOffer } from '../ui/toast-offer'
import { putBackSentence } from './file-words'
import { undoPutBack } from './files-api'

/** Long enough to look at the files, see the mistake and come back. */
const OFFERED_MS = 20_000
const ID = 'put-back'

export function tellPutBack(id: SessionId, state: SessionState, event: EventOf<'files.put_back'>): void {
  const sentence = sentenceOfEvent(state, event)
  const done = event.files.some(({ result }) => result !== 'kept')
  if (event.undo === true || !done) {
    toast(sentence, { id: ID })
    return
  }
  const undo = () => {
    toast.dismiss(ID)
    void takeBack(id, state)
  }
  toast(
    <ToastOffer label="Undo" onTake={undo}>
      {sentence}
    </ToastOffer>,
    { id: ID, duration: OFFERED_MS },
  )
}

/** The last putting back of the session, whoever did it. */
export async function takeBack(id: SessionId, state: SessionState): Promise<void> {
  try {
    tellPutBack(id, state, await undoPutBack(id))
  } catch (error) {
    sayError(error)
  }
}

export function sentenceOfEvent(state: SessionState, { files, turns, undo }: EventOf<'files.put_back'>): string {
  const numbers = turns.flatMap((turn) => state.turnById.get(turn)?.number ?? [])
  return putBackSentence(files, numbers, undo === true)
}
