'use client'
/**
 * The transcript and its composer. Goes along with what comes while it stands at its end; leaves the person alone when they
 * scrolled away. Only the end of a long conversation is drawn, more when one scrolls up.
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
import { useFollowEnd } from './use-follow-end'
import { useQuestionKeys } from './use-question-keys'
import { useWindowed } from './use-windowed'

export function Conversation() {
  const { state, showTurn } = useOpenSession()
  const { linked: selected, turn, follows } = useShown()
  const version = useVersion()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is folded in place; its version says that it moved
  const items = useMemo(() => conversation(state), [state, version])
  const { list, atEnd, toEnd } = useFollowEnd(follows)
  const target = { atEnd, span: selected, turn: follows ? null : (turn?.id ?? null) }
  const waits = useCallback(() => [...state.questions.values()].some(({ answer }) => answer === null), [state])
  const { shown, hidden, top } = useWindowed(items, list, target)
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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <div className={styles.list} ref={list} tabIndex={0} role="log" aria-live="off" aria-label="Transcript">
          <div>
            {hidden > 0 ? (
              <p className={styles.earlier} ref={top}>
                {hidden} earlier rows
              </p>
            ) : null}
            {items.length === 0 && state.seq > 0 ? <EmptyConversation /> : null}
            <ol className={styles.rows}>
              {shown.map((item) => (
                <ConversationRow key={item.key} item={item} selected={selected} />
              ))}
            </ol>
          </div>
        </div>
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

/** Whoever comes back from an earlier turn comes back to the end. */
function useBackToEnd(follows: boolean, toEnd: () => void): void {
  const before = useRef(follows)
  useEffect(() => {
    if (follows && !before.current) toEnd()
    before.current = follows
  }, [follows, toEnd])
}
