'use client'
/**
 * Says verdicts and questions aloud as they come, for people who do not see the board. Only what is news: nothing of the
 * past that the page loads, and no verdict that changed nothing.
 */
import type { SessionState, TraceEvent } from '@belay/trace'
import { useEffect, useRef, useState } from 'react'
import { verdictMark } from '../../lib/view/mark'
import { describeVerdict, joinSentences, TURN_STATUS } from '../../lib/view/sentences'
import { useOpenSession, useVersion } from './session-context'

export function Announcer() {
  const { state, store } = useOpenSession()
  const version = useVersion()
  const heard = useRef<number | null>(null)
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is folded in place; its version says that it moved
  useEffect(() => {
    const since = heard.current
    heard.current = store.phase() === 'ready' ? state.seq : null
    if (since === null || state.seq === since) return
    const news = newsSince(state, since)
    if (news.length > 0) setText(joinSentences(news))
  }, [state, store, version])
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  )
}

function newsSince(state: SessionState, seq: number): readonly string[] {
  const events = state.turns.at(-1)?.events ?? []
  const from = events.findLastIndex((event) => event.seq <= seq) + 1
  return events.slice(from).flatMap(say)
}

function say(event: TraceEvent): readonly string[] {
  switch (event.type) {
    case 'verdict':
      return verdictMark(event.verdict) === 'pass' ? [] : [`${event.verdict.hook} ${describeVerdict(event.verdict)}`]
    case 'question.opened':
      return [`A question waits for you: ${event.question.text}`]
    case 'question.closed':
      return ['The question was answered']
    case 'turn.ended':
      return [`The turn ended: ${TURN_STATUS[event.status]}`]
    default:
      return []
  }
}
