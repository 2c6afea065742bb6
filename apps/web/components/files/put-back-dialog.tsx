'use client'
/** Shows exactly what putting back does to each file before it does it. */
import type { FileChanges } from '@belay/api'
import type { TurnState } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { sayError, sentenceOf } from '../../lib/errors'
import { plural } from '../../lib/format'
import { useFolded, useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Checkbox } from '../ui/field'
import { FileLine } from './file-line'
import { changedSince, foretell, turnsText } from './file-words'
import { filesQuery, putBack, type Reach } from './files-api'
import { useSince } from './files-section'
import styles from './put-back-dialog.module.css'
import { tellPutBack } from './put-back-toast'
import { Unseen } from './unseen'

interface Props {
  readonly turn: TurnState
  readonly reach: Reach
  readonly onClose: () => void
}

export function PutBackDialog({ turn, reach, onClose }: Props) {
  const { id, state } = useOpenSession()
  const [overwrite, setOverwrite] = useState(false)
  const [busy, setBusy] = useState(false)
  const since = useSince(turn)
  const { data, error } = useQuery({ ...filesQuery(id, { turn, reach, since }), staleTime: 0 })
  const last = useFolded(({ turns }) => turns.at(-1)?.number ?? turn.number)
  const which = turnsText([turn.number, reach === 'turn' ? turn.number : last])
  const touched = data === undefined ? 0 : countTouched(data, overwrite)
  const go = async () => {
    setBusy(true)
    try {
      tellPutBack(id, state, await putBack(id, { turn: turn.id, reach, overwrite }))
      onClose()
    } catch (failure) {
      sayError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Put back the edits of ${which}`}
      description={`Files that tools changed there come back as they were before turn ${turn.number}.`}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" disabled={busy || touched === 0} onClick={() => void go()}>
            {touched === 0 ? 'Nothing to put back' : `Put back ${plural(touched, 'file')}`}
          </Button>
        </>
      }
    >
      {error === null ? null : <p role="alert">{sentenceOf(error)}</p>}
      {data === undefined ? null : <Plan {...{ changes: data, overwrite }} onOverwrite={setOverwrite} />}
    </Dialog>
  )
}

interface PlanProps {
  readonly changes: FileChanges
  readonly overwrite: boolean
  readonly onOverwrite: (overwrite: boolean) => void
}

function Plan({ changes, overwrite, onOverwrite }: PlanProps) {
  const box = useId()
  const others = changedSince(changes).length
  return (
    <>
      <ul aria-label="What happens to each file">
        {changes.files.map((file) => {
          const { fate, text } = foretell(file, overwrite)
          return <FileLine key={file.path} path={file.path} mark={fate} text={text} tone={fate} />
        })}
      </ul>
      {others === 0 ? null : (
        <div className={styles.choice}>
          <Checkbox id={box} checked={overwrite} onChange={onOverwrite} />
          <label htmlFor={box}>
            Also {others === 1 ? 'the file' : `the ${others} files`} that changed since
            <span className={styles.hint}>What stands there now is kept: undoing brings it back.</span>
          </label>
        </div>
      )}
      <Unseen lines={changes.unseen} />
    </>
  )
}

function countTouched({ files }: FileChanges, overwrite: boolean): number {
  return files.filter((file) => ['restore', 'remove'].includes(foretell(file, overwrite).fate)).length
}
