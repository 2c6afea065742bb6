'use client'
import { formatDuration } from '@belay/canvas'
import type { InputRow as Input, QueuedInput } from '@belay/trace'
import { Clock, Info, MessageSquareText } from 'lucide-react'
import { useMemo } from 'react'
import { formatCount } from '../../lib/format'
import type { ConversationItem, NoteItem } from '../../lib/view/conversation'
import { takeImages } from '../../lib/view/data-image'
import { headOf } from '../../lib/view/long-text'
import { turnMark } from '../../lib/view/mark'
import { TURN_CODE, TURN_STATUS } from '../../lib/view/sentences'
import { tokensText } from '../../lib/view/turn-figures'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { Controls } from '../ui/controls'
import { Inline } from '../ui/inline'
import { FoldedText } from './folded-text'
import { Pictures } from './picture'
import styles from './plain-rows.module.css'
import { useOpened } from './row-scope'

export function InputRow({ row }: { readonly row: Input }) {
  if (row.origin === 'hook' || row.origin === 'reminder') return <ContextRow row={row} />
  return (
    <article className={styles.person}>
      <p className={styles.who}>
        {row.origin === 'person' ? 'You' : `${row.origin}${row.from === null ? '' : ` from ${row.from}`}`}
      </p>
      <Said text={row.text} />
    </article>
  )
}

/** More is pasted text rather than a message: it folds. */
const MOST_SAID = { lines: 40, chars: 4_000 }

function Said({ text: whole }: { readonly text: string }) {
  const { text, images } = useMemo(() => takeImages(whole), [whole])
  return (
    <>
      {headOf(text, MOST_SAID).left > 1 ? (
        <FoldedText text={text} prose />
      ) : (
        <p className={styles.text}>
          <Controls text={text} />
        </p>
      )}
      <Pictures images={images} />
    </>
  )
}

/** What a hook told the model: part of the conversation that the person did not write. */
function ContextRow({ row }: { readonly row: Input }) {
  return (
    <article className={styles.context}>
      <p className={styles.source}>
        <VerdictGlyph mark="context" size={13} label="" />
        {row.from ?? 'a hook'}
        <span className={styles.faint}>{row.origin === 'hook' ? 'added context' : 'reminded the model'}</span>
      </p>
      <FoldedText name="text" text={row.text} lines={3} prose />
    </article>
  )
}

/** The rest of a flood, behind its number; opened it scrolls in itself, so that the conversation stays where it is. */
export function NotesRow({ notes }: { readonly notes: readonly NoteItem[] }) {
  const [open, setOpen] = useOpened('notes')
  return (
    <div>
      <button type="button" className={styles.moreNotes} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Show fewer notes' : `and ${formatCount(notes.length)} more`}
      </button>
      {open ? (
        <div className={styles.flood}>
          {notes.map((item) => (
            <NoteRow key={item.key} item={item} />
          ))}
        </div>
      ) : null}
    </div>
  )
}

export function NoteRow({ item: { text, from, count } }: { readonly item: NoteItem }) {
  return (
    <aside className={styles.note}>
      {from === 'hook' ? <MessageSquareText size={13} aria-hidden /> : <Info size={13} aria-hidden />}
      <p>
        <Inline text={text} />
        {count === 1 ? null : <span className={styles.count}>{count}×</span>}
      </p>
    </aside>
  )
}

export function QueuedRow({ input }: { readonly input: QueuedInput }) {
  const mine = input.origin === 'person'
  return (
    <article className={styles.queued}>
      <p className={styles.source}>
        <Clock size={12} aria-hidden />
        {mine ? 'Queued' : `${input.from ?? input.origin}, queued`}
        <span className={styles.faint}>{mine ? 'read at the next step' : 'read with the next step or message'}</span>
      </p>
      <Said text={input.text} />
    </article>
  )
}

export function EndingRow({ item }: { readonly item: Extract<ConversationItem, { kind: 'ending' }> }) {
  const { number, status, code, reason, durationMs, tokens } = item
  const why = [code === null ? null : TURN_CODE[code], reason].filter((part) => part !== null).join(': ')
  return (
    <div className={styles.ending} data-status={status}>
      <p className={styles.rule}>
        {status === 'completed' ? null : <VerdictGlyph mark={turnMark(status)} size={12} label="" />}
        <span className={styles.status}>
          Turn {number} {TURN_STATUS[status]}
        </span>
        <span className={styles.faint}>
          {formatDuration(durationMs)}
          {tokens.known ? ` · ${tokensText(tokens)}` : ''}
        </span>
      </p>
      {status === 'completed' || why === '' ? null : (
        <p className={styles.why}>
          <Inline text={why} />
        </p>
      )}
    </div>
  )
}
