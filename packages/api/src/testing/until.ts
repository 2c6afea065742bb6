/** Reads a session's log until an event fits, and gives all that came. */
import type { SessionId, TraceEvent } from '@belay/trace'
import type { Operations } from '../operations'

export async function until(
  belay: Operations,
  id: SessionId,
  fits: (event: TraceEvent) => boolean,
  after = 0,
): Promise<TraceEvent[]> {
  const reading = new AbortController()
  const seen: TraceEvent[] = []
  for await (const { events } of belay.events(id, after, reading.signal)) {
    seen.push(...events)
    if (events.some(fits)) break
  }
  reading.abort()
  return seen
}

export const ended = (event: TraceEvent): boolean => event.type === 'turn.ended'
export const asked = (event: TraceEvent): boolean => event.type === 'question.opened'

/** All that is in the log by now. */
export async function logOf(belay: Operations, id: SessionId): Promise<TraceEvent[]> {
  const reading = new AbortController()
  const seen: TraceEvent[] = []
  for await (const { events, live } of belay.events(id, 0, reading.signal)) {
    seen.push(...events)
    if (live) break
  }
  reading.abort()
  return seen
}
