'use client'
/** What the tools of the turn did to files, how those stand now, and the way to put them back. */
import type { EditsOrigin, FileChange, FileChanges } from '@belay/api'
import type { TurnState } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { plural } from '../../lib/format'
import { toolsQuery } from '../../lib/queries'
import { Section } from '../inspector/panel'
import { useFolded, useOpenSession, useTurnEvents } from '../session/session-context'
import { Button } from '../ui/button'
import { Controls } from '../ui/controls'
import { FileLine } from './file-line'
import { inOrder, stateText } from './file-words'
import { filesQuery, type Reach } from './files-api'
import styles from './files-section.module.css'
import { PutBackDialog } from './put-back-dialog'
import { sentenceOfEvent } from './put-back-toast'
import { UndoPutBack } from './undo-put-back'
import { undoablePutBack } from './undoable'
import { Unseen } from './unseen'
import { useReread } from './use-reread'

/** More lines than this are no glance; the dialog has all. */
const MOST_LINES = 12

export function FilesSection({ turn }: { readonly turn: TurnState }) {
  const { id } = useOpenSession()
  const since = useSince(turn)
  const { data, refetch } = useQuery(filesQuery(id, { turn, reach: 'turn', since }))
  useReread(refetch)
  const changesFiles = useChangesFiles(turn)
  if (data === undefined) return null
  if (data.origin !== null) return changesFiles ? <FilesElsewhere origin={data.origin} /> : null
  return data.files.length === 0 ? null : <FilesHere turn={turn} changes={data} />
}

/** Whether a tool ran that may have changed a file. */
function useChangesFiles(turn: TurnState): boolean {
  const { state } = useOpenSession()
  const { data: tools } = useQuery(toolsQuery)
  useTurnEvents(turn)
  return turn.spans.some((id) => {
    const span = state.spans.get(id)
    return span?.kind === 'tool' && tools?.find(({ name }) => name === span.name)?.readOnly === false
  })
}

interface HereProps {
  readonly turn: TurnState
  readonly changes: FileChanges
}

function FilesHere({ turn, changes: { files, unseen } }: HereProps) {
  const [asked, setAsked] = useState<Reach | null>(null)
  const live = useFolded((state) => state.live !== null)
  const isLast = useFolded((state) => state.turns.at(-1)?.id === turn.id)
  const workspace = useFolded((state) => state.session?.workspace ?? '')
  const shown = inOrder(files).slice(0, MOST_LINES)
  const hidden = files.length - shown.length
  return (
    <Section title="Files" aside={<span className={styles.count}>{plural(files.length, 'file')} changed</span>}>
      <ul className={styles.list} aria-label="Files that the turn’s tools changed">
        {shown.map((file) => (
          <ChangedFile key={file.path} file={file} workspace={workspace} />
        ))}
      </ul>
      {hidden === 0 ? null : <p className={styles.more}>and {plural(hidden, 'file')} more</p>}
      <Unseen lines={unseen} />
      <LastPutBack turn={turn} />
      <div className={styles.buttons}>
        <Button small disabled={live} onClick={() => setAsked('turn')}>
          <Undo2 size={13} aria-hidden />
          Put back this turn’s edits…
        </Button>
        {isLast ? null : (
          <Button small disabled={live} onClick={() => setAsked('since')}>
            … and of all later turns
          </Button>
        )}
      </div>
      {live ? <p className={styles.more}>Files can be put back once the turn that runs has ended.</p> : null}
      {asked === null ? null : <PutBackDialog turn={turn} reach={asked} onClose={() => setAsked(null)} />}
    </Section>
  )
}

/** What was put back of the turn last, for as long as that can be taken back. */
function LastPutBack({ turn }: { readonly turn: TurnState }) {
  const { state } = useOpenSession()
  const event = useFolded(undoablePutBack)
  if (event === null || !event.turns.includes(turn.id)) return null
  return (
    <div className={styles.putBack}>
      <p>{sentenceOfEvent(state, event)}</p>
      <UndoPutBack event={event} />
    </div>
  )
}

const ELSEWHERE = {
  there: 'Put them back there',
  deleted: 'It was deleted: restore it to put them back there',
  gone: 'It is gone for good, so they stay as they are',
} as const satisfies Record<EditsOrigin['now'], string>

/** In a turn that was taken over nothing can be put back: what is kept of its edits is kept where it ran. */
function FilesElsewhere({ origin: { session, title, turn, now } }: { readonly origin: EditsOrigin }) {
  return (
    <Section title="Files">
      <p className={styles.elsewhere}>
        Edits of this turn belong to the session that this one was forked from,{' '}
        {now === 'gone' ? (
          <Controls text={title} />
        ) : (
          <Link href={`/s/${session}?turn=${turn}`}>
            <Controls text={title} />
          </Link>
        )}
        . {ELSEWHERE[now]}.
      </p>
    </Section>
  )
}

interface FileProps {
  readonly file: FileChange
  readonly workspace: string
}

function ChangedFile({ file, workspace }: FileProps) {
  const { path, now, held } = file
  const tone = held !== null || now === 'changed_since' || now === 'gone' ? 'since' : now
  const mark = file.existed ? 'edited' : 'created'
  return <FileLine {...{ path, workspace, mark, tone }} text={stateText(file)} />
}

/** What the disk may have changed with: later turns, an end, a putting back. */
export function useSince(turn: TurnState): string {
  return useFolded((state) => [turn.status, state.turns.length, state.live, state.putBacks.length].join(' '))
}
