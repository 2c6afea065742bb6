'use client'
/** A putting back, where it happened between two turns. */
import type { EventOf, PutBackFile } from '@belay/trace'
import { AS_IT_WAS } from '@belay/trace'
import { Redo2, Undo2 } from 'lucide-react'
import { useFolded, useOpenSession } from '../session/session-context'
import { Controls } from '../ui/controls'
import { inOrder, pathInside } from './file-words'
import styles from './put-back-row.module.css'
import { sentenceOfEvent } from './put-back-toast'
import { UndoPutBack } from './undo-put-back'

/** A row is no list of files; the inspector has one. */
const MOST_LINES = 6

export function PutBackRow({ event }: { readonly event: EventOf<'files.put_back'> }) {
  const { state } = useOpenSession()
  const workspace = useFolded((folded) => folded.session?.workspace ?? '')
  const files = inOrder(event.files.filter(({ reason }) => reason !== AS_IT_WAS))
  const Sign = event.undo === true ? Redo2 : Undo2
  const shown = files.slice(0, MOST_LINES)
  return (
    <aside className={styles.row} aria-label="Files were put back">
      <Sign size={13} aria-hidden className={styles.sign} />
      <div className={styles.said}>
        <p className={styles.sentence}>{sentenceOfEvent(state, event)}</p>
        <ul>
          {shown.map((file) => (
            <li key={file.path} className={styles.file} data-result={file.result} title={file.path}>
              <Controls text={lineOf(file, workspace)} />
            </li>
          ))}
        </ul>
        {files.length === shown.length ? null : <p>and {files.length - shown.length} more</p>}
      </div>
      <UndoPutBack event={event} />
    </aside>
  )
}

const RESULTS = { restored: '', removed: 'removed', kept: 'left' } as const satisfies Record<
  PutBackFile['result'],
  string
>

function lineOf({ path, result, reason }: PutBackFile, workspace: string): string {
  const where = pathInside(path, workspace)
  const words = [RESULTS[result], reason ?? ''].filter((part) => part !== '').join(': ')
  return words === '' ? where : `${where} (${words})`
}
