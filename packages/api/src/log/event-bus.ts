/** Tells listeners in this process what was appended. Publishes only what is in the database; keeps nothing. */
import type { SessionId, TraceEvent } from '@belay/trace'

export interface EventBus {
  publish(session: SessionId, events: readonly TraceEvent[]): void
  /** For a change that no event says, like a session's permission mode. */
  touch(session: SessionId): void
  onEvents(session: SessionId, hear: (events: readonly TraceEvent[]) => void): () => void
  onChange(hear: (session: SessionId) => void): () => void
}

export function createEventBus(): EventBus {
  const bySession = new Map<SessionId, Set<(events: readonly TraceEvent[]) => void>>()
  const changes = new Set<(session: SessionId) => void>()
  const touch = (session: SessionId) => {
    for (const hear of changes) hear(session)
  }
  return {
    touch,
    publish(session, events) {
      for (const hear of bySession.get(session) ?? []) hear(events)
      touch(session)
    },
    onEvents(session, hear) {
      const listeners = bySession.get(session) ?? new Set()
      bySession.set(session, listeners.add(hear))
      return () => {
        listeners.delete(hear)
        if (listeners.size === 0 && bySession.get(session) === listeners) bySession.delete(session)
      }
    },
    onChange(hear) {
      changes.add(hear)
      return () => changes.delete(hear)
    },
  }
}
