'use client'
/** A putting back, where it happened between two turns, with the way back for as long as there is one. */
import type { EventOf, PutBackFile } from '@belay/trace'
import { AS_IT_WAS, isLeftBehind } from '@belay/trace'
import { Redo2, Undo2 } from 'lucide-react'
import { useFolded, useOpenSession } from '../session/session-context'
import { inOrder } from './file-words'
import { PathText } from './path-text'
import styles from './put-back-row.module.css'
import { sentenceOfEvent } from './put-back-toast'
import { UndoPutBack } from './undo-put-back'

/** A row is no list of files; the inspector has one. */
const MOST_LINES = 6

export function PutBackRow({ event }: { readonly event: EventOf<'files.put_back'> }) {
  const { state } = useOpenSession()
  const workspace = useFolded((folded) => folded.session?.workspace ?? '')
  const files = tellingFirst(event.files)
  const Sign = event.undo === true ? Redo2 : Undo2
  const shown = files.slice(0, MOST_LINES)
  return (
    <aside className={styles.row} aria-label="Files were put back">
      <div className={styles.head}>
        <Sign size={13} aria-hidden className={styles.sign} />
        <p className={styles.sentence}>{sentenceOfEvent(state, event)}</p>
        <UndoPutBack event={event} />
      </div>
      <ul className={styles.list}>
        {shown.map((file) => (
          <li key={file.path} data-result={file.result}>
            <PathText path={file.path} workspace={workspace} />
            {noteOf(file) === '' ? null : <span className={styles.note}>{noteOf(file)}</span>}
          </li>
        ))}
        {files.length === shown.length ? null : <li>and {files.length - shown.length} more</li>}
      </ul>
    </aside>
  )
}

/** What was left is what a person may have to see to. */
function tellingFirst(files: readonly PutBackFile[]): readonly PutBackFile[] {
  const ordered = inOrder(files.filter(({ reason }) => reason !== AS_IT_WAS))
  return [...ordered.filter(isLeftBehind), ...ordered.filter((file) => !isLeftBehind(file))]
}

const RESULTS = { restored: '', removed: 'removed', kept: 'left' } as const satisfies Record<
  PutBackFile['result'],
  string
>

function noteOf({ result, reason }: PutBackFile): string {
  return [RESULTS[result], reason ?? ''].filter((part) => part !== '').join(': ')
}
