'use client'
import type { EventOf } from '@belay/trace'
import { useState } from 'react'
import { useFolded, useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { takeBack } from './put-back-toast'
import styles from './undo-put-back.module.css'
import { undoablePutBack } from './undoable'

/** Beside a putting back that can be taken back now; else nothing. Also for one of another tab or the command line. */
export function UndoPutBack({ event }: { readonly event: EventOf<'files.put_back'> }) {
  const { id, state } = useOpenSession()
  const [busy, setBusy] = useState(false)
  const able = useFolded((folded) => undoablePutBack(folded)?.seq === event.seq)
  const live = useFolded((folded) => folded.live !== null)
  if (!able) return null
  const undo = async () => {
    setBusy(true)
    await takeBack(id, state)
    setBusy(false)
  }
  return (
    <Button
      small
      className={styles.undo}
      disabled={busy || live}
      title={live ? 'Once the turn that runs has ended' : undefined}
      onClick={() => void undo()}
    >
      Undo
    </Button>
  )
}
