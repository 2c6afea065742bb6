/** A payload as an agent sends it to its hooks, as the event of the point that it belongs to: so that every hook can be tried on it. */
import { isJsonObject } from '@belay/hooks'
import { belayName, type CommandEvent, isCommandEvent } from '@belay/host'
import type { Json, JsonObject, PointId } from '@belay/trace'
import { OperationError } from '../operations'
import { pointOf } from './contribute'

export interface EventPlace {
  readonly point: PointId
  readonly pass?: 'permission'
}

export interface GivenEvent extends EventPlace {
  readonly event: JsonObject
  readonly given: JsonObject
}

export function eventAt(event: CommandEvent): EventPlace {
  const point = pointOf(event)
  if (point === null)
    throw new OperationError(
      'bad_input',
      `${event} is a notice: its commands decide nothing, so there is nothing to ask.`,
    )
  return event === 'PermissionRequest' ? { point, pass: 'permission' } : { point }
}

/** Throws where it is about nothing that hooks are asked about. */
export function givenEvent(given: JsonObject): GivenEvent {
  const name = given.hook_event_name
  if (typeof name !== 'string' || !isCommandEvent(name))
    throw new OperationError('bad_input', `There is no event ${JSON.stringify(name ?? null)}.`)
  const agent: JsonObject = typeof given.agent_type === 'string' ? { agent: given.agent_type, spawned: true } : {}
  return { ...eventAt(name), given, event: { ...subjectOf(name, given), t: { ...agent } } }
}

function subjectOf(event: CommandEvent, given: JsonObject): JsonObject {
  const text = (key: string) => (typeof given[key] === 'string' ? given[key] : '')
  const id = text('tool_use_id') || 'call_fire'
  const call = { id, name: belayName(text('tool_name')), args: isJsonObject(given.tool_input) ? given.tool_input : {} }
  switch (event) {
    case 'UserPromptSubmit':
      return { msg: text('prompt') }
    case 'PreToolUse':
    case 'PermissionRequest':
      return { call }
    case 'PostToolUse':
      return { call, result: { id, name: call.name, content: contentOf(given.tool_response), isError: false } }
    case 'PostToolUseFailure':
      return { call, result: { id, name: call.name, content: text('error'), isError: true } }
    case 'Stop':
    case 'SubagentStop':
      return stopOf(given)
    case 'SessionStart':
      return { source: text('source') || 'startup' }
    case 'SessionEnd':
      return { reason: text('reason') || 'other' }
    case 'SubagentStart':
      return { agentType: text('agent_type'), prompt: text('prompt') }
    case 'PreCompact':
      return { prompt: text('custom_instructions') || 'Sum up the conversation.' }
    case 'PostCompact':
    case 'Notification':
      return {}
  }
}

function stopOf(given: JsonObject): JsonObject {
  const { last_assistant_message: last, stop_block_count: count, stop_hook_active: active } = given
  const held = typeof count === 'number' ? count : active === true ? 1 : 0
  return { reply: { text: typeof last === 'string' ? last : '' }, held, active: active === true }
}

function contentOf(response: Json | undefined): string {
  if (typeof response === 'string') return response
  if (isJsonObject(response) && typeof response.stdout === 'string') return response.stdout
  return JSON.stringify(response ?? '')
}
