'use client'
/** What can be done with a row: copied, and forked from. Lies over its corner while the pointer or the keyboard is there. */
import { Braces, Copy, Ellipsis, GitFork, PenLine } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { sayError } from '../../lib/errors'
import type { CallItem, ConversationItem } from '../../lib/view/conversation'
import { print } from '../../lib/view/diff'
import { useOpenSession } from '../session/session-context'
import { lastRowOf, rowBefore } from '../sessions/fork-place'
import { useFork } from '../sessions/use-fork'
import { CopyButton } from '../ui/copy-button'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../ui/menu'
import { useTabStop } from './row-scope'
import styles from './row-tools.module.css'

type Tooled = Extract<ConversationItem, { kind: 'input' | 'reply' | 'call' | 'ending' }>

/** A reply has something to it once it is whole, and a call once it was answered. */
export function hasTools(item: ConversationItem): item is Tooled {
  switch (item.kind) {
    case 'input':
    case 'ending':
    case 'call':
      return true
    case 'reply':
      return item.row !== null
    default:
      return false
  }
}

export function RowTools({ item }: { readonly item: Tooled }) {
  const tools = useRef<HTMLSpanElement>(null)
  const text = textOf(item)
  const tabIndex = useTabStop()
  return (
    <span className={styles.tools} ref={tools} data-kind={item.kind}>
      {text === null ? null : <CopyButton label="Copy" text={() => text} tabIndex={tabIndex} />}
      <Menu>
        <MenuTrigger asChild>
          <button type="button" className={styles.more} tabIndex={tabIndex} aria-label="What can be done with this row">
            <Ellipsis size={15} />
          </button>
        </MenuTrigger>
        <MenuContent align="end" label="Row" width={238}>
          <ForkItems item={item} />
          <CopyItems item={item} plain={() => tools.current?.parentElement?.querySelector('article')} />
        </MenuContent>
      </Menu>
    </span>
  )
}

/** What the row says, as it was written; null where copying it is not one thing. */
function textOf(item: Tooled): string | null {
  switch (item.kind) {
    case 'input':
      return item.row.text
    case 'reply':
      return item.text === '' ? null : item.text
    case 'call':
    case 'ending':
      return null
  }
}

function ForkItems({ item }: { readonly item: Tooled }) {
  const { id, state } = useOpenSession()
  const fork = useFork()
  const title = state.session?.title ?? ''
  const row = rowOf(item, (turn) => lastRowOf(state, turn))
  const mine = item.kind === 'input' && item.row.origin === 'person' ? item.row : null
  return (
    <>
      <MenuItem icon={<GitFork size={14} />} disabled={row === null} onSelect={() => fork({ session: id, title, row })}>
        {item.kind === 'ending' ? 'Fork after this turn…' : 'Fork from here…'}
      </MenuItem>
      {mine === null ? null : (
        <MenuItem
          icon={<PenLine size={14} />}
          onSelect={() => fork({ session: id, title, row: rowBefore(state, mine.id), text: mine.text })}
        >
          Edit and resend as a fork…
        </MenuItem>
      )}
    </>
  )
}

type TurnOf = Extract<Tooled, { kind: 'ending' }>['turn']

function rowOf(item: Tooled, lastOf: (turn: TurnOf) => number | null): number | null {
  switch (item.kind) {
    case 'input':
      return item.row.id
    case 'reply':
      return item.row
    case 'call':
      return item.result?.id ?? null
    case 'ending':
      return lastOf(item.turn)
  }
}

interface CopyItemsProps {
  readonly item: Tooled
  /** Where the row is drawn, for its text without marks. */
  readonly plain: () => HTMLElement | null | undefined
}

function CopyItems({ item, plain }: CopyItemsProps) {
  switch (item.kind) {
    case 'ending':
      return null
    case 'input':
      return (
        <Items>
          <CopyItem label="Copy the text" text={() => item.row.text} />
        </Items>
      )
    case 'reply':
      return (
        <Items>
          <CopyItem label="Copy as Markdown" text={() => item.text} />
          {/* biome-ignore lint/performance/useDomNodeTextContent: paragraphs and lists keep their line breaks in it */}
          <CopyItem label="Copy as plain text" text={() => plain()?.innerText ?? item.text} />
        </Items>
      )
    case 'call':
      return (
        <Items>
          <CopyItem label="Copy the arguments" icon={<Braces size={14} />} text={() => argumentsOf(item)} />
          {item.result === null ? null : <CopyItem label="Copy the result" text={() => item.result?.content ?? ''} />}
        </Items>
      )
  }
}

function argumentsOf({ call }: CallItem): string {
  return call.args === null ? call.raw : print(call.args)
}

function Items({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <MenuSeparator />
      {children}
    </>
  )
}

interface CopyItemProps {
  readonly label: string
  readonly text: () => string
  readonly icon?: ReactNode
}

function CopyItem({ label, text, icon = <Copy size={14} /> }: CopyItemProps) {
  return (
    <MenuItem icon={icon} onSelect={() => void navigator.clipboard.writeText(text()).catch(sayError)}>
      {label}
    </MenuItem>
  )
}
