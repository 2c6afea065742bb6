/** The stores of sessions. One outlives its page, so that going back to it starts where the fold stands. */
import type { SessionId } from '@belay/trace'
import { api } from './api'
import { isNotFound, sentenceOf } from './errors'
import { createSessionStore, type EventSource, type SessionStore } from './session-store'

/** How often a hidden tab, which paints no frames, tells its readers. */
const HIDDEN_MS = 250
/** Folded logs that are kept; the least recently opened goes first. */
const KEPT = 6

const stores = new Map<SessionId, SessionStore>()

export function storeOf(id: SessionId): SessionStore {
  const known = stores.get(id)
  if (known !== undefined) return known
  const store = createSessionStore({
    source: sourceOf(id),
    nextFrame,
    now: () => performance.timeOrigin + performance.now(),
    readError: (error) => ({ error: sentenceOf(error), missing: isNotFound(error) }),
  })
  stores.set(id, store)
  const [oldest] = stores.keys()
  if (stores.size > KEPT && oldest !== undefined) stores.delete(oldest)
  return store
}

function sourceOf(id: SessionId): EventSource {
  return {
    subscribe: (after, on) =>
      api.events(id, after, { data: (batch) => on.batch(batch.events, batch.live), failed: on.failed }),
  }
}

function nextFrame(run: () => void): () => void {
  if (document.hidden) {
    const timer = setTimeout(run, HIDDEN_MS)
    return () => clearTimeout(timer)
  }
  // A tab that is hidden before its frame comes would wait until it is seen again: the timer is its way out.
  const timer = setTimeout(once, HIDDEN_MS)
  const frame = requestAnimationFrame(once)
  function once(): void {
    cancel()
    run()
  }
  function cancel(): void {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
  return cancel
}
