'use client'
import { formatShort, plural } from '../../lib/format'
import { headOf, lineCount } from '../../lib/view/long-text'
import { Controls } from '../ui/controls'
import { FoldButton } from './fold-button'
import styles from './folded-text.module.css'
import { HugeText } from './huge-text'
import { useOpened } from './row-scope'

/** Lines that are shown before a long text folds: enough to see what it is. */
const LINES = 10
/** A text without line breaks folds here. */
const CHARS = 1_200
/** A line of sentences in a conversation of common width. */
const PROSE_LINE_CHARS = 40
/** What a page draws as a whole without a pause: more is drawn as one scrolls through it. */
const MOST_WHOLE = { lines: 2_000, chars: 200_000 }

interface Props {
  readonly text: string
  /** Tells it apart from others in its row of the conversation. */
  readonly name?: string
  readonly lines?: number
  /** Sentences, not code. */
  readonly prose?: boolean
}

/** Output to the letter, folded where it is long. Of one that is huge never more is drawn than is in view. */
export function FoldedText({ text, name = 'text', lines = LINES, prose = false }: Props) {
  const [open, setOpen] = useOpened(`all of ${name}`)
  const head = headOf(text, { lines, chars: prose ? lines * PROSE_LINE_CHARS : CHARS })
  // The last line is shown rather than folded: its button would take the same room.
  const isLong = head.left > (prose && head.cut ? PROSE_LINE_CHARS : 1)
  const isHuge = open && isLong && (text.length > MOST_WHOLE.chars || lineCount(text) > MOST_WHOLE.lines)
  return (
    <div className={styles.folded}>
      {isHuge ? (
        <HugeText text={text} />
      ) : (
        <pre className={styles.text} data-prose={prose}>
          <Controls text={open || !isLong ? text : `${head.text}${head.cut ? '…' : ''}`} />
        </pre>
      )}
      {isLong ? <FoldButton open={open} size={sizeOf(text, head.cut)} onOpen={setOpen} /> : null}
    </div>
  )
}

/** Lines, unless it is one long line that was cut. */
function sizeOf(text: string, cut: boolean): string {
  const lines = lineCount(text)
  return lines > 1 ? plural(lines, 'line') : cut ? `${formatShort(text.length)} characters` : plural(lines, 'line')
}
