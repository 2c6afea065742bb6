/** What is on record that commands of an event would have been asked about, as their matchers and conditions see it. */
import { type CommandEvent, claudeName, matchedField } from '@belay/host'
import type { Json, JsonObject, PointId, SessionId } from '@belay/trace'
import type { RecordedCall } from '../contract/command-config'
import type { RecordedEvent } from '../contract/why'
import type { ReadParts } from '../why/read-store'
import { recorded } from '../why/recorded'

export interface Recorded {
  readonly call: RecordedCall
  /** As much of the payload as a matcher and an `if` look at. */
  readonly payload: JsonObject
}

/** As many as are looked at while a person types. */
const MOST = 200

/** Notices have no point that would be on record. */
const POINT_OF: Readonly<Record<CommandEvent, PointId | null>> = {
  UserPromptSubmit: 'guard.onInput',
  PreToolUse: 'tools.before',
  PermissionRequest: 'tools.before',
  PostToolUse: 'tools.after',
  PostToolUseFailure: 'tools.after',
  Stop: 'stop.done',
  SessionStart: 'session.start',
  SessionEnd: 'session.end',
  SubagentStart: 'agent.start',
  SubagentStop: 'agent.stop',
  PreCompact: null,
  PostCompact: null,
  Notification: null,
}

/** Each point is read once, whatever number of events stand at it. */
export function recordReader(
  parts: ReadParts,
  session: SessionId | undefined,
): (of: CommandEvent) => readonly Recorded[] {
  const known = new Map<PointId, readonly RecordedEvent[]>()
  return (event) => {
    const point = POINT_OF[event]
    if (point === null) return []
    const events =
      known.get(point) ?? recorded(parts, { point, limit: MOST, ...(session === undefined ? {} : { session }) })
    known.set(point, events)
    return events.filter((one) => isOf(event, one.event)).map((one) => recordedAs(event, one))
  }
}

function isOf(event: CommandEvent, { result, reply }: JsonObject): boolean {
  const failed = isObject(result) && result.isError === true
  if (event === 'PostToolUse') return !failed
  if (event === 'PostToolUseFailure') return failed
  // A reply that asks for calls ends nothing.
  const calls = isObject(reply) ? reply.calls : null
  return event !== 'Stop' || !Array.isArray(calls) || calls.length === 0
}

function recordedAs(of: CommandEvent, recordedEvent: RecordedEvent): Recorded {
  const { session, title, turnNumber, about, at, subject, event } = recordedEvent
  const payload = payloadOf(event)
  const field = matchedField(of)
  const value = field === null ? '' : payload[field]
  return {
    call: { session, title, turnNumber, about, at, subject, value: typeof value === 'string' ? value : '' },
    payload,
  }
}

function payloadOf({ call, source, reason, agentType }: JsonObject): JsonObject {
  if (isObject(call)) return { tool_name: claudeName(String(call.name)), tool_input: call.args ?? null }
  return { source: source ?? null, reason: reason ?? null, agent_type: agentType ?? null }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
