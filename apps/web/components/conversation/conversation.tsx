'use client'
/**
 * The transcript and its composer. Goes along with what comes while it stands at its end; leaves the person alone when they
 * scrolled away. Of a long conversation only the rows in view are drawn.
 */
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { conversation } from '../../lib/view/conversation'
import { useOpenSession, useShown, useVersion } from '../session/session-context'
import { Composer } from './composer'
import styles from './conversation.module.css'
import { EmptyConversation } from './empty-conversation'
import { ConversationRow } from './row'
import { TourBar } from './tour-bar'
import { useQuestionKeys } from './use-question-keys'
import { type Transcript as Rows, useTranscript } from './use-transcript'

export function Conversation() {
  const { state, showTurn } = useOpenSession()
  const { follows } = useShown()
  const version = useVersion()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is folded in place; its version says that it moved
  const items = useMemo(() => conversation(state), [state, version])
  const rows = useTranscript(items)
  const { list, atEnd, toEnd } = rows
  const waits = useCallback(() => [...state.questions.values()].some(({ answer }) => answer === null), [state])
  useBackToEnd(follows, toEnd)
  useQuestionKeys(list, waits)
  const onSent = () => {
    if (!follows) showTurn(null)
    toEnd()
  }
  return (
    <>
      <h2 className={styles.title}>Conversation</h2>
      <div className={styles.frame}>
        <Transcript rows={rows} items={items} empty={items.length === 0 && state.seq > 0} />
        {atEnd ? null : (
          <button type="button" className={styles.toEnd} onClick={toEnd}>
            <ArrowDown size={14} />
            To the end
          </button>
        )}
      </div>
      <TourBar />
      <Composer onSent={onSent} />
    </>
  )
}

interface Props {
  readonly rows: Rows
  readonly items: ReturnType<typeof conversation>
  readonly empty: boolean
}

function Transcript({ rows, items, empty }: Props) {
  const { list, virtual, memory, active, linked, onKeyDown, onClick } = rows
  return (
    <div
      className={styles.list}
      ref={list}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label="Transcript"
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {empty ? <EmptyConversation /> : null}
      <ol className={styles.rows} ref={virtual.containerRef}>
        {virtual.getVirtualItems().map(({ index }) => {
          const item = items[index]
          if (item === undefined) return null
          const place = { at: index, count: items.length }
          return (
            <ConversationRow
              key={item.key}
              measure={virtual.measureElement}
              {...{ item, place, memory }}
              linked={index === linked}
              active={item.key === active}
            />
          )
        })}
      </ol>
    </div>
  )
}

/** Whoever comes back from an earlier turn comes back to the end. */
function useBackToEnd(follows: boolean, toEnd: () => void): void {
  const before = useRef(follows)
  useEffect(() => {
    if (follows && !before.current) toEnd()
    before.current = follows
  }, [follows, toEnd])
}
