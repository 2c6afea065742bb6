'use client'
import { ChevronRight } from 'lucide-react'
import { useDeferredValue } from 'react'
import type { ReplyItem } from '../../lib/view/conversation'
import { takeImages } from '../../lib/view/data-image'
import { FoldedText } from './folded-text'
import { Markdown } from './markdown'
import styles from './reply-row.module.css'
import { useOpened } from './row-scope'

/** What is read as Markdown within a frame or two. Longer, it is shown as it was written. */
const MOST_MARKDOWN = 60_000

const ENDS: Readonly<Partial<Record<NonNullable<ReplyItem['end']>, string>>> = {
  length: 'cut at the output limit',
  refusal: 'the model refused',
  cut: 'the stream broke off',
  empty: 'the model said nothing',
}

export function ReplyRow({ item }: { readonly item: ReplyItem }) {
  // Markdown of a long text is read anew at each delta: it may lag behind rather than hold up the page.
  const text = useDeferredValue(item.text)
  const end = item.end === null ? undefined : ENDS[item.end]
  return (
    <article className={styles.reply} aria-label={`${item.model} says`}>
      {item.leads ? <p className={styles.model}>{item.model}</p> : null}
      {item.reasoning === '' ? null : (
        <Reasoning text={item.reasoning} streaming={item.streaming && item.text === ''} />
      )}
      {text === '' ? null : <Said text={text} />}
      {item.streaming && item.text === '' && item.reasoning === '' ? <Waiting /> : null}
      {end === undefined ? null : <p className={styles.end}>{end}</p>}
    </article>
  )
}

function Said({ text }: { readonly text: string }) {
  return withoutImages(text) > MOST_MARKDOWN ? <FoldedText text={text} prose /> : <Markdown text={text} />
}

/** Letters beside the pictures that a text carries, which cost no reading. */
function withoutImages(text: string): number {
  return text.length > MOST_MARKDOWN ? takeImages(text).text.length : text.length
}

function Reasoning({ text, streaming }: { readonly text: string; readonly streaming: boolean }) {
  const [open, setOpen] = useOpened('thoughts')
  return (
    <div className={styles.reasoning}>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={13} className={styles.arrow} data-open={open} />
        {streaming ? 'Thinking…' : 'Thought'}
      </button>
      {open ? <Thoughts text={text} /> : null}
    </div>
  )
}

function Thoughts({ text }: { readonly text: string }) {
  if (text.length > MOST_MARKDOWN) return <FoldedText name="thoughts" text={text} prose />
  return <p className={styles.thoughts}>{text}</p>
}

function Waiting() {
  return (
    <p className={styles.waiting}>
      <span className="visually-hidden">The model has not answered yet</span>
      <span aria-hidden />
      <span aria-hidden />
      <span aria-hidden />
    </p>
  )
}
