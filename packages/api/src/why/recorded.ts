/** Events off the record for hooks to be tried on: of one session, or the latest of all. */
import { type RecordedEventFacts, recordedEvents } from '@belay/replay'
import { type SessionId, sessionId } from '@belay/trace'
import type { RecordedEventsRequest } from '../contract/hook-files'
import type { RecordedEvent } from '../contract/why'
import { type ReadParts, readStore } from './read-store'

const SOME = 50
const MOST = 200

export function recorded(
  parts: ReadParts,
  { point, session, limit = SOME }: RecordedEventsRequest,
): readonly RecordedEvent[] {
  const most = Math.min(Math.max(1, limit), MOST)
  if (session !== undefined) return ofSession(parts, session, { point, limit: most })
  return latestOfAll(parts, { point, limit: most })
}

type Wanted = Parameters<typeof recordedEvents>[1]

function ofSession(parts: ReadParts, id: SessionId, wanted: Wanted): readonly RecordedEvent[] {
  const { title } = parts.sessions.record(id)
  const events: readonly RecordedEventFacts[] = recordedEvents(readStore(parts, id), wanted)
  return events.map((event) => ({ ...event, session: id, title }))
}

/** The latest session first: one whose last event is older than all that are wanted has nothing to add. */
function latestOfAll(parts: ReadParts, wanted: Wanted): readonly RecordedEvent[] {
  const sessions = [...parts.db.sessions({})].sort((one, other) => other.updatedAt - one.updatedAt)
  let found: readonly RecordedEvent[] = []
  for (const { id, updatedAt } of sessions) {
    const oldest = found.length < wanted.limit ? Number.NEGATIVE_INFINITY : (found.at(-1)?.at ?? 0)
    if (updatedAt < oldest) break
    const own = ofSession(parts, sessionId(id), wanted)
    found = [...found, ...own].sort((one, other) => other.at - one.at).slice(0, wanted.limit)
  }
  return found
}
