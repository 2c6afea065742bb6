'use client'
/** A fork before it is made: its name, what it takes over, and what becomes of the files that were changed since. */
import type { FileChanges, ForkedSession, SessionSummary } from '@belay/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { sayQuietly, sentenceOf } from '../../lib/errors'
import { plural } from '../../lib/format'
import { storeOf } from '../../lib/open-store'
import { sessionQuery } from '../../lib/queries'
import { handOverText } from '../conversation/handed-text'
import { countTouched } from '../files/file-words'
import { tellPutBack } from '../files/put-back-toast'
import { useReread } from '../files/use-reread'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Field, TextInput } from '../ui/field'
import { FilesChoice } from './files-choice'
import styles from './fork-dialog.module.css'
import { firstTurnAfter, turnsUntil } from './fork-place'
import { fileChangesQuery, keeping } from './keeping'
import { MOST_TITLE } from './row-name'
import { closeFork, type ForkAsk, useForkAsked } from './use-fork'

/** Stands once on a page. */
export function ForkDialogHost() {
  const asked = useForkAsked()
  return asked === null ? null : <ForkDialog key={`${asked.session} ${asked.row}`} ask={asked} />
}

function ForkDialog({ ask }: { readonly ask: ForkAsk }) {
  const [title, setTitle] = useState('')
  const [files, setFiles] = useState(false)
  const { data: summary } = useQuery(sessionQuery(ask.session))
  const changes = useChangesAfter(ask)
  const { make, busy, error } = useMakeFork(ask)
  const runs = summary?.status === 'running' || summary?.status === 'waiting'
  const withFiles = files && !runs && countTouched(changes?.files ?? [], false) > 0
  return (
    <Dialog
      open
      onOpenChange={closeFork}
      title={ask.text === undefined ? 'Fork from here' : 'Edit and resend as a fork'}
      description={whatIsTaken(ask, summary)}
      width={500}
      foot={
        <>
          <Button onClick={closeFork}>Cancel</Button>
          <Button tone="primary" type="submit" form="fork" disabled={busy}>
            {withFiles ? 'Fork and put files back' : 'Fork'}
          </Button>
        </>
      }
    >
      <form
        id="fork"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void make({ title: title.trim(), files: withFiles })
        }}
      >
        <Field label="Name" hint="Left empty, it is named after the session that it comes from.">
          {(props) => (
            <TextInput
              {...props}
              value={title}
              maxLength={MOST_TITLE}
              placeholder={`${ask.title} (fork)`}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        {changes === null ? null : (
          <FilesChoice
            changes={changes}
            workspace={summary?.workspace ?? ''}
            running={runs}
            checked={files}
            onChange={setFiles}
          />
        )}
        {ask.text === undefined ? null : (
          <p className={styles.note}>Your message goes into the box of the new session, where you edit and send it.</p>
        )}
        {error === null ? null : (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** Null where no tool changed a file after the row, or nobody can know yet. */
function useChangesAfter({ session, row }: ForkAsk): FileChanges | null {
  const turn = row === null ? null : firstTurnAfter(storeOf(session).state, row)
  const { data, refetch } = useQuery(fileChangesQuery(session, turn))
  useReread(refetch)
  return data === undefined || data === null || data.files.length === 0 ? null : data
}

function whatIsTaken({ session, row }: ForkAsk, summary: SessionSummary | undefined): string {
  const hooks = 'under the hooks that this one has now'
  if (row === 0) return `A new session on the same folder with nothing said yet, ${hooks}.`
  if (row === null) return `A new session with all that was said, ${hooks}.`
  const turns = turnsUntil(storeOf(session).state, row)
  const of =
    summary === undefined || summary.turns === turns
      ? plural(turns, 'turn')
      : `${turns} of ${plural(summary.turns, 'turn')}`
  return `A new session with ${of}, up to this row, ${hooks}.`
}

interface Wanted {
  readonly title: string
  readonly files: boolean
}

function useMakeFork({ session, row, text }: ForkAsk) {
  const router = useRouter()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const make = async ({ title, files }: Wanted) => {
    setBusy(true)
    setError(null)
    try {
      const made = await keeping.fork(session, {
        ...(row === null ? {} : { row }),
        ...(title === '' ? {} : { title }),
        ...(files ? { putBackFiles: true } : {}),
      })
      goOn(made, files)
    } catch (failure) {
      setError(sentenceOf(failure))
      setBusy(false)
    }
  }
  const goOn = (made: ForkedSession, files: boolean) => {
    if (text !== undefined) handOverText(made.id, text)
    // They changed in this session: what became of them is on its record, and taken back there.
    if (made.putBack !== null) tellPutBack(session, storeOf(session).state, made.putBack)
    else if (files) sayQuietly('No file had to be put back.')
    void queries.invalidateQueries({ queryKey: ['sessions'] })
    closeFork()
    router.push(`/s/${made.id}`)
  }
  return { make, busy, error }
}
