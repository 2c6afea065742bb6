import type { Operations } from '@belay/api'
import type { SessionId, TraceEvent } from '@belay/trace'

/** Every event of a session up to now. */
export async function readLog(operations: Operations, session: SessionId): Promise<readonly TraceEvent[]> {
  const stop = new AbortController()
  const events: TraceEvent[] = []
  for await (const batch of operations.events(session, 0, stop.signal)) {
    for (const event of batch.events) events.push(event)
    if (batch.live) break
  }
  stop.abort()
  return events
}
