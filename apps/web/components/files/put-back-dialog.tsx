'use client'
/** Shows exactly what putting back does to each file before it does it. */
import type { FileChanges } from '@belay/api'
import type { TurnState } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { sentenceOf } from '../../lib/errors'
import { plural } from '../../lib/format'
import { useFolded, useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Checkbox } from '../ui/field'
import { FileGroups } from './file-groups'
import { changedSince, countTouched, turnsText } from './file-words'
import { filesQuery, putBack, type Reach } from './files-api'
import { useSince } from './files-section'
import styles from './put-back-dialog.module.css'
import { tellPutBack } from './put-back-toast'
import { Unseen } from './unseen'
import { useReread } from './use-reread'

interface Props {
  readonly turn: TurnState
  readonly reach: Reach
  readonly onClose: () => void
}

export function PutBackDialog({ turn, reach, onClose }: Props) {
  const [overwrite, setOverwrite] = useState(false)
  const since = useSince(turn)
  const { id } = useOpenSession()
  const { data, error, refetch } = useQuery({ ...filesQuery(id, { turn, reach, since }), staleTime: 0 })
  useReread(refetch)
  const { go, busy, failure } = usePutBack({ turn, reach, onClose })
  const last = useFolded(({ turns }) => turns.at(-1)?.number ?? turn.number)
  const which = turnsText([turn.number, reach === 'turn' ? turn.number : last])
  const touched = countTouched(data?.files ?? [], overwrite)
  const wrong = failure ?? error
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Put back the edits of ${which}`}
      description={`Files that tools changed there come back as they were before turn ${turn.number}.`}
      foot={
        <>
          <Button onClick={onClose} data-first-focus>
            Cancel
          </Button>
          <Button tone="primary" disabled={busy || touched === 0} onClick={() => void go(overwrite)}>
            {touched === 0 ? 'Nothing to put back' : `Put back ${plural(touched, 'file')}`}
          </Button>
        </>
      }
    >
      {wrong === null ? null : (
        <p role="alert" className={styles.wrong}>
          {sentenceOf(wrong)}
        </p>
      )}
      {data === undefined ? null : <Plan {...{ changes: data, overwrite }} onOverwrite={setOverwrite} />}
    </Dialog>
  )
}

function usePutBack({ turn, reach, onClose }: Props) {
  const { id, state } = useOpenSession()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const go = async (overwrite: boolean) => {
    setBusy(true)
    setFailure(null)
    try {
      tellPutBack(id, state, await putBack(id, { turn: turn.id, reach, overwrite }))
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return { go, busy, failure }
}

interface PlanProps {
  readonly changes: FileChanges
  readonly overwrite: boolean
  readonly onOverwrite: (overwrite: boolean) => void
}

function Plan({ changes, overwrite, onOverwrite }: PlanProps) {
  const box = useId()
  const workspace = useFolded((state) => state.session?.workspace ?? '')
  const others = changedSince(changes).length
  return (
    <>
      {others === 0 ? null : (
        <div className={styles.choice}>
          <Checkbox id={box} checked={overwrite} onChange={onOverwrite} />
          <label htmlFor={box}>
            Also {others === 1 ? 'the file' : `the ${others} files`} that changed since
            <span className={styles.hint}>What stands there now is kept: undoing brings it back.</span>
          </label>
        </div>
      )}
      <FileGroups files={changes.files} {...{ overwrite, workspace }} />
      <Unseen lines={changes.unseen} />
    </>
  )
}
