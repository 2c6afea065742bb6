/** Events off the record for hooks to be tried on: of one session, or the latest of all. */
import { isJsonObject } from '@belay/hooks'
import { toolMatcher } from '@belay/host'
import { type RecordedEventFacts, recordedEvents } from '@belay/replay'
import { type PointId, type SessionId, sessionId } from '@belay/trace'
import type { RecordedEventsRequest } from '../contract/hook-files'
import type { RecordedEvent } from '../contract/why'
import { type ReadParts, readStore } from './read-store'

const SOME = 50
const MOST = 200

export function recorded(
  parts: ReadParts,
  { point, session, limit = SOME, matcher }: RecordedEventsRequest,
): readonly RecordedEvent[] {
  const wanted = { point, limit: Math.min(Math.max(1, limit), MOST) }
  const found = session === undefined ? latestOfAll(parts, wanted) : ofSession(parts, session, wanted)
  return matcher === undefined ? found : found.map(matchedBy(matcher, point))
}

/** As a hook of that matcher is asked or not: one that can't be read takes no tool. */
function matchedBy(matcher: string, point: PointId): (event: RecordedEvent) => RecordedEvent {
  const compiled = toolMatcher(matcher)
  return (recordedEvent) => {
    const { call } = recordedEvent.event
    const isCall = point === 'tools.before' || point === 'tools.after'
    const tool = isCall && isJsonObject(call) && typeof call.name === 'string' ? call.name : null
    return { ...recordedEvent, matched: tool === null || (compiled.ok && compiled.matches(tool)) }
  }
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
