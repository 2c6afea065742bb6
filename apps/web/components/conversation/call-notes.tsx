'use client'
import { formatCount } from '../../lib/format'
import type { CallNote } from '../../lib/view/conversation'
import { againText, beyondFirst, partNotes } from '../../lib/view/fold-notes'
import { Inline } from '../ui/inline'
import styles from './call-card.module.css'
import { useOpened } from './row-scope'

interface Props {
  readonly notes: readonly CallNote[]
  readonly onPick: () => void
}

/** What hooks told the person about a call; a click selects the call. What was said above is not said again. */
export function CallNotes({ notes, onPick }: Props) {
  const [open, setOpen] = useOpened('notes')
  const { fresh, again } = partNotes(notes)
  const rest = beyondFirst(fresh)
  const first = fresh.slice(0, fresh.length - rest.length)
  return (
    <>
      {first.map((note) => (
        <Note key={note.text} note={note} onPick={onPick} />
      ))}
      {rest.length === 0 ? null : (
        <button type="button" className={styles.note} aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className={styles.more}>{open ? 'show fewer notes' : `and ${formatCount(rest.length)} more`}</span>
        </button>
      )}
      {open ? (
        <div className={styles.flood}>
          {rest.map((note) => (
            <Note key={note.text} note={note} onPick={onPick} />
          ))}
        </div>
      ) : null}
      {again.length === 0 ? null : (
        <button type="button" className={styles.note} title={tipOf(again)} onClick={onPick}>
          <span className={styles.again}>{againText(again)}</span>
        </button>
      )}
    </>
  )
}

function Note({ note: { text, count }, onPick }: { readonly note: CallNote; readonly onPick: () => void }) {
  return (
    <button type="button" className={styles.note} onClick={onPick}>
      <Inline text={text} />
      {count === 1 ? null : <span className={styles.again}>, {count}×</span>}
    </button>
  )
}

/** A tip is no page: the first of them say which they are. */
const MOST_IN_TIP = 5

function tipOf(again: readonly CallNote[]): string {
  const lines = again.slice(0, MOST_IN_TIP).map(({ text }) => text)
  return [...lines, ...(again.length > MOST_IN_TIP ? ['…'] : [])].join('\n')
}
