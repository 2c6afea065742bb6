'use client'
import type { SpanId } from '@belay/trace'
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
import { hasTools, RowTools } from './row-tools'
import { spanOf } from './use-windowed'

interface Props {
  readonly item: ConversationItem
  readonly selected: SpanId | null
}

/** Drawn anew only when what it says has changed: a streaming reply must not redraw the rows above it. */
export const ConversationRow = memo(
  function ConversationRow({ item, selected }: Props) {
    const span = spanOf(item)
    return (
      <li
        className={styles.row}
        data-kind={item.kind}
        data-span={span ?? undefined}
        data-turn={item.turn ?? undefined}
        data-linked={span !== null && span === selected}
      >
        <RowBody item={item} selected={span !== null && span === selected} />
        {hasTools(item) ? <RowTools item={item} /> : null}
      </li>
    )
  },
  (before, after) => isSelected(before) === isSelected(after) && sameItem(before.item, after.item),
)

function isSelected({ item, selected }: Props): boolean {
  return selected !== null && spanOf(item) === selected
}

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
