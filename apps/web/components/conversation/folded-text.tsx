'use client'
import { plural } from '../../lib/format'
import { Controls } from '../ui/controls'
import styles from './folded-text.module.css'
import { useOpened, useTabStop } from './row-scope'

/** Lines that are shown before a long text folds: enough to see what it is. */
const LINES = 10
/** A text without line breaks folds here. */
const CHARS = 1_200
/** A line of sentences in a conversation of common width. */
const PROSE_LINE_CHARS = 40

interface Props {
  readonly text: string
  /** Tells it apart from others in its row of the conversation. */
  readonly name?: string
  readonly lines?: number
  /** Sentences, not code. */
  readonly prose?: boolean
}

/** Output to the letter, folded where it is long. */
export function FoldedText({ text, name = 'text', lines = LINES, prose = false }: Props) {
  const [open, setOpen] = useOpened(`all of ${name}`)
  const tabIndex = useTabStop()
  const all = text.split('\n')
  const first = all.slice(0, lines).join('\n')
  const head = headOf(first, prose ? lines * PROSE_LINE_CHARS : CHARS)
  // The last line is shown rather than folded: its button would take the same room.
  const isLong = text.length - head.length > (prose && all.length <= lines ? PROSE_LINE_CHARS : 0)
  const cut = head.length < first.length
  const more =
    all.length > lines && !cut
      ? plural(all.length - lines, 'more line')
      : plural(text.length - head.length, 'more character')
  return (
    <div className={styles.folded}>
      <pre className={styles.text} data-prose={prose}>
        <Controls text={open || !isLong ? text : `${head}${cut ? '…' : ''}`} />
      </pre>
      {isLong ? (
        <button
          type="button"
          className={styles.more}
          tabIndex={tabIndex}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : `Show ${more}`}
        </button>
      ) : null}
    </div>
  )
}

/** Between words, where there are words. */
function headOf(text: string, chars: number): string {
  if (text.length <= chars) return text
  const head = text.slice(0, chars)
  const end = head.lastIndexOf(' ')
  return end > chars / 2 ? head.slice(0, end) : head
}
