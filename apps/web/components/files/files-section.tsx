'use client'
/** What the tools of the turn did to files, how those stand now, and the way to put them back. */
import type { FileChange } from '@belay/api'
import type { TurnState } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { plural } from '../../lib/format'
import { Section } from '../inspector/panel'
import { useFolded, useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { FileLine } from './file-line'
import { stateText } from './file-words'
import { filesQuery, type Reach } from './files-api'
import styles from './files-section.module.css'
import { PutBackDialog } from './put-back-dialog'
import { Unseen } from './unseen'

/** More lines than this are no glance; the dialog has all. */
const MOST_LINES = 12

export function FilesSection({ turn }: { readonly turn: TurnState }) {
  const { id } = useOpenSession()
  const [asked, setAsked] = useState<Reach | null>(null)
  const since = useSince(turn)
  const { data } = useQuery(filesQuery(id, { turn, reach: 'turn', since }))
  const live = useFolded((state) => state.live !== null)
  const isLast = useFolded((state) => state.turns.at(-1)?.id === turn.id)
  if (data === undefined || data.files.length === 0) return null
  const shown = data.files.slice(0, MOST_LINES)
  const hidden = data.files.length - shown.length
  return (
    <Section title="Files" aside={<span className={styles.count}>{plural(data.files.length, 'file')} changed</span>}>
      <ul className={styles.list} aria-label="Files that the turn’s tools changed">
        {shown.map((file) => (
          <ChangedFile key={file.path} file={file} />
        ))}
      </ul>
      {hidden === 0 ? null : <p className={styles.more}>and {plural(hidden, 'file')} more</p>}
      <Unseen lines={data.unseen} />
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

function ChangedFile({ file }: { readonly file: FileChange }) {
  const { now, held } = file
  const tone = held !== null || now === 'changed_since' || now === 'gone' ? 'since' : now
  return <FileLine path={file.path} mark={file.existed ? 'edited' : 'created'} text={stateText(file)} tone={tone} />
}

/** What the disk may have changed with: later turns, an end, a putting back. */
export function useSince(turn: TurnState): string {
  return useFolded((state) => [turn.status, state.turns.length, state.live, state.putBacks.length].join(' '))
}
