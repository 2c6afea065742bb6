'use client'
import { formatDuration } from '@belay/canvas'
import { ATTR } from '@belay/trace'
import { ChevronRight, LoaderCircle } from 'lucide-react'
import { useMemo } from 'react'
import { subjectOfArgs } from '../../lib/view/call-subject'
import type { CallItem } from '../../lib/view/conversation'
import { takeImages } from '../../lib/view/data-image'
import { print } from '../../lib/view/diff'
import { editsOf } from '../../lib/view/edit-diff'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { useOpenSession } from '../session/session-context'
import { Inline } from '../ui/inline'
import { ArgumentsView } from './arguments-view'
import styles from './call-card.module.css'
import { CallNotes } from './call-notes'
import { FoldedText } from './folded-text'
import { Pictures } from './picture'
import { useOpened, useTabStop } from './row-scope'

interface Props {
  readonly item: CallItem
  readonly selected: boolean
}

/** A tool call: a click selects it on the board, the arrow unfolds what went in and what came out. */
export function CallCard({ item, selected }: Props) {
  const { select } = useOpenSession()
  const { call, span, outcome } = item
  const [open, setOpen] = useOpened('call')
  const tabIndex = useTabStop()
  const pick = () => (span === null ? null : select({ kind: 'span', span: span.id }))
  return (
    <article
      className={styles.card}
      data-selected={selected}
      data-tone={outcome.tone}
      aria-label={`Tool call ${call.name}`}
    >
      <div className={styles.head}>
        <button
          type="button"
          className={styles.face}
          tabIndex={tabIndex}
          aria-pressed={selected}
          disabled={span === null}
          onClick={pick}
        >
          <span className={styles.line}>
            <span className={styles.name}>{call.name}</span>
            <span className={styles.subject}>{subjectOf(item)}</span>
          </span>
          {outcome.change === null ? null : (
            <span className={styles.outcome} data-tone="rewrite">
              <Inline text={outcome.change} />
            </span>
          )}
          {outcome.text === null ? null : (
            <span className={styles.outcome}>
              <Inline text={outcome.text} />
            </span>
          )}
          {outcome.shadow === null ? null : (
            <span className={styles.shadow}>
              <Inline text={outcome.shadow} />
            </span>
          )}
        </button>
        <span className={styles.sign}>{signOf(item)}</span>
        <button
          type="button"
          className={styles.fold}
          tabIndex={tabIndex}
          aria-expanded={open}
          aria-label="Arguments and result"
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={14} className={styles.arrow} data-open={open} />
        </button>
      </div>
      <CallNotes notes={item.notes} onPick={pick} />
      {open ? <CallBody item={item} /> : null}
    </article>
  )
}

function CallBody({ item: { call, outcome, result, span } }: { readonly item: CallItem }) {
  const ms = span?.end === null || span === null ? null : span.end - span.start
  const [ranAs, told] = [outcome.effective, result?.content ?? null]
  return (
    <div className={styles.body}>
      <h4 className={styles.label}>Arguments{outcome.effective === null ? '' : ', as the model gave them'}</h4>
      <Given name="args" call={call.name} args={call.args} raw={call.raw} result={ranAs === null ? told : null} />
      {outcome.effective === null ? null : (
        <>
          <h4 className={styles.label}>Arguments, as they ran</h4>
          <Given name="ran" call={call.name} args={ranAs} raw="" result={told} />
        </>
      )}
      {result === null ? null : (
        <>
          <h4 className={styles.label}>
            {result.isError ? 'What the model was told' : 'Result'}
            {ms === null ? null : <span className={styles.time}>{formatDuration(ms)}</span>}
          </h4>
          <Result content={result.content} />
        </>
      )}
    </div>
  )
}

function Result({ content }: { readonly content: string }) {
  const { text, images } = useMemo(() => takeImages(content), [content])
  return (
    <>
      <FoldedText name="result" text={text === '' ? '(nothing)' : text} />
      <Pictures images={images} />
    </>
  )
}

interface GivenProps {
  readonly name: string
  readonly call: string
  readonly args: CallItem['call']['args']
  /** To the letter, where they could not be read. */
  readonly raw: string
  readonly result: string | null
}

/** What goes into a file is shown as a diff, everything else as it was given. */
function Given({ name, call, args, raw, result }: GivenProps) {
  if (args !== null && editsOf(call, args, result) !== null)
    return <ArgumentsView name={call} args={args} result={result} scope={name} />
  return <FoldedText name={name} text={args === null ? raw : print(args)} />
}

function subjectOf({ span, call }: CallItem): string {
  const told = span?.attributes[ATTR.toolSubject]
  if (typeof told === 'string') return told
  return subjectOfArgs(call.args)
}

function signOf({ outcome, span }: CallItem) {
  if (outcome.mark !== null) return <VerdictGlyph mark={outcome.mark} size={15} label="" />
  return span?.status === 'running' ? <LoaderCircle size={14} className={styles.spinner} aria-label="running" /> : null
}
