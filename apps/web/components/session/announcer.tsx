'use client'
/**
 * Says verdicts and questions aloud as they come, for people who do not see the board. Only what is news: nothing of the
 * past that the page loads. What comes thick and fast is said at most once a second, in one sentence; a question at once.
 */
import type { SessionState, TraceEvent } from '@belay/trace'
import { useEffect, useRef, useState } from 'react'
import { paced } from '../../lib/paced'
import { announce } from '../../lib/view/announce'
import { useOpenSession, useVersion } from './session-context'

/** About as long as a short sentence takes to be read. */
const EVERY_MS = 1_000

export function Announcer() {
  const { state, store } = useOpenSession()
  const version = useVersion()
  const heard = useRef<number | null>(null)
  const waiting = useRef<TraceEvent[]>([])
  const [polite, setPolite] = useState('')
  const [urgent, setUrgent] = useState('')
  const [pace] = useState(() =>
    paced(() => setPolite(announce(waiting.current.splice(0)).polite), EVERY_MS, { now: Date.now, later }),
  )
  useEffect(() => pace.stop, [pace])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is folded in place; its version says that it moved
  useEffect(() => {
    const since = heard.current
    heard.current = store.phase() === 'ready' ? state.seq : null
    if (since === null || state.seq === since) return
    const news = newsSince(state, since)
    const said = announce(news)
    if (said.urgent !== '') setUrgent(said.urgent)
    if (said.polite === '') return
    waiting.current = [...waiting.current, ...news]
    pace.ask()
  }, [state, store, version])
  return (
    <>
      <div className="visually-hidden" role="status" aria-live="polite">
        {polite}
      </div>
      <div className="visually-hidden" role="alert">
        {urgent}
      </div>
    </>
  )
}

function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

function newsSince(state: SessionState, seq: number): readonly TraceEvent[] {
  const events = state.turns.at(-1)?.events ?? []
  return events.slice(events.findLastIndex((event) => event.seq <= seq) + 1)
}
