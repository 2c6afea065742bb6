/**
 * One session as the page knows it: the log folded in place, and a version that moves at most once a frame.
 * Promises that every event is folded once and in order: what was seen is dropped by its `seq`, a gap asks again from
 * where the fold stands. Never waits and never throws; what goes wrong is in `phase`.
 */
import { emptySession, fold, type SessionState, type TraceEvent } from '@belay/trace'

export type Phase = 'loading' | 'ready' | { readonly error: string; readonly missing: boolean }

export interface EventSource {
  /** Events after `after`; `caughtUp` is true once the log was read to its end. Returns the unsubscribe. */
  subscribe(
    after: number,
    on: { batch(events: readonly TraceEvent[], caughtUp: boolean): void; failed(error: unknown): void },
  ): () => void
}

export interface StorePorts {
  readonly source: EventSource
  /** Calls back before the next paint (or soon, where nothing is painted). Returns the cancel. */
  readonly nextFrame: (run: () => void) => () => void
  readonly now: () => number
  readonly readError: (error: unknown) => { readonly error: string; readonly missing: boolean }
}

export interface SessionStore {
  readonly state: SessionState
  readonly version: () => number
  readonly phase: () => Phase
  /** Epoch milliseconds by the server's clock. */
  readonly nowMs: () => number
  readonly subscribe: (listener: () => void) => () => void
  /** Starts to listen. Returns the stop; after it, `open` goes on from where the fold stands. */
  readonly open: () => () => void
}

export function createSessionStore(ports: StorePorts): SessionStore {
  const state = emptySession()
  const listeners = new Set<() => void>()
  let version = 0
  let phase: Phase = 'loading'
  let cancelFrame: (() => void) | null = null
  let unsubscribe: (() => void) | null = null
  const clock = serverClock(ports.now)

  function publish(): void {
    cancelFrame = null
    version += 1
    for (const listener of listeners) listener()
  }

  function schedule(): void {
    cancelFrame ??= ports.nextFrame(publish)
  }

  function take(events: readonly TraceEvent[], caughtUp: boolean): void {
    for (const event of events) {
      if (event.seq > state.seq + 1) {
        resubscribe()
        return
      }
      const fresh = event.seq > state.seq
      fold(state, event)
      if (fresh && phase === 'ready') clock.hear(event.at)
    }
    if (caughtUp) phase = 'ready'
    if (caughtUp || events.length > 0) schedule()
  }

  function resubscribe(): void {
    unsubscribe?.()
    unsubscribe = ports.source.subscribe(state.seq, { batch: take, failed })
  }

  function failed(error: unknown): void {
    phase = ports.readError(error)
    schedule()
  }

  return {
    state,
    version: () => version,
    phase: () => phase,
    nowMs: clock.now,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open() {
      resubscribe()
      return () => {
        unsubscribe?.()
        unsubscribe = null
        cancelFrame?.()
        cancelFrame = null
      }
    },
  }
}

/** The server's clock, read off live events: the smallest lag seen is the nearest to the real difference. */
function serverClock(now: () => number): { hear(at: number): void; now(): number } {
  let lag: number | null = null
  return {
    hear(at) {
      lag = Math.min(lag ?? Number.POSITIVE_INFINITY, now() - at)
    },
    now: () => now() - (lag ?? 0),
  }
}
