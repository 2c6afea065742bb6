'use client'
import { memo } from 'react'
import type { ConversationItem } from '../../lib/view/conversation'
import { sameItem } from '../../lib/view/same-item'
import { PutBackRow } from '../files/put-back-row'
import { ForkLine } from '../sessions/fork-origin'
import { CallCard } from './call-card'
import { EditedRow } from './edited-row'
import { EndingRow, InputRow, NoteRow, NotesRow, QueuedRow } from './plain-rows'
import { QuestionCard } from './question-card'
import { ReplyRow } from './reply-row'
import styles from './row.module.css'
import { InRow, type RowMemory } from './row-scope'
import { hasTools, RowTools } from './row-tools'

interface ContentProps {
  readonly item: ConversationItem
  /** Whether it is what is looked at elsewhere on the page. */
  readonly linked: boolean
  /** Whether the keyboard is at it, or was last. */
  readonly active: boolean
  readonly memory: RowMemory
}

interface Props extends ContentProps {
  readonly place: { readonly at: number; readonly count: number }
  readonly measure: (element: HTMLLIElement | null) => void
}

export function ConversationRow({ item, place: { at, count }, measure, linked, active, memory }: Props) {
  return (
    <li
      ref={measure}
      className={styles.row}
      data-index={at}
      data-row={item.key}
      data-kind={item.kind}
      data-linked={linked}
      tabIndex={-1}
      aria-setsize={count}
      aria-posinset={at + 1}
      aria-current={linked ? 'true' : undefined}
    >
      <RowContent {...{ item, linked, active, memory }} />
    </li>
  )
}

/** Drawn anew only when what it says has changed: a streaming reply must not redraw the rows above it. */
const RowContent = memo(
  function RowContent({ item, linked, active, memory }: ContentProps) {
    return (
      <InRow row={item.key} active={active} memory={memory}>
        <RowBody item={item} selected={linked} />
        {hasTools(item) ? <RowTools item={item} /> : null}
      </InRow>
    )
  },
  (before, after) =>
    before.linked === after.linked && before.active === after.active && sameItem(before.item, after.item),
)

function RowBody({ item, selected }: { readonly item: ConversationItem; readonly selected: boolean }) {
  switch (item.kind) {
    case 'input':
      return <InputRow row={item.row} />
    case 'reply':
      return <ReplyRow item={item} />
    case 'call':
      return <CallCard item={item} selected={selected} />
    case 'question':
      return <QuestionCard question={item.question} />
    case 'fork':
      return <ForkLine origin={item.origin} />
    case 'note':
      return <NoteRow item={item} />
    case 'notes':
      return <NotesRow notes={item.notes} />
    case 'putBack':
      return <PutBackRow event={item.event} />
    case 'edited':
      return <EditedRow event={item.event} />
    case 'queued':
      return <QueuedRow input={item.input} />
    case 'ending':
      return <EndingRow item={item} />
  }
}
