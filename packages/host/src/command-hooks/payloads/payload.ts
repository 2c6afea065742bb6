/**
 * What a command is told of an event, in Claude Code's names, shapes and order (`command-hooks.md` §3). Promises: every text as it is,
 * in UTF-8 without escapes, since hooks search the raw payload; no byte order mark.
 */
import type { HookCall } from '@belay/hooks'
import type { Json, JsonObject, PermissionMode } from '@belay/trace'
import { claudeName } from '../config/tool-names'
import type { CommandEvent } from '../entry'
import type { Occasion, ResultOccasion, StopOccasion } from './occasion'
import { toolInput } from './tool-input'
import { toolError, toolResponse, wasInterrupted } from './tool-response'

export interface PayloadSession {
  /** Of the root: children go by it too. */
  readonly rootId: string
  /** A file that is there before the command starts. */
  readonly transcriptPath: string
  /** The folder that the session works in, absolute. */
  readonly workspace: string
  readonly mode: PermissionMode
  /** Null before the first turn. */
  readonly turnId: string | null
  readonly model: string
  /** Inside a child session, and at `SubagentStart` and `SubagentStop` the child that they are about; else null. */
  readonly agent: PayloadAgent | null
}

export interface PayloadAgent {
  readonly id: string
  readonly type: string
  /** Where its own transcript is; null where it has none yet. */
  readonly transcriptPath: string | null
}

/** Claude Code's word for what is permitted. */
const MODES: Readonly<Record<PermissionMode, string>> = { ask: 'default', auto: 'auto', deny: 'dontAsk' }
const WITHOUT_MODE = new Set<CommandEvent>([
  ...(['SessionStart', 'SessionEnd', 'SubagentStart', 'PreCompact', 'PostCompact', 'Notification'] as const),
])

export function commandPayload(occasion: Occasion, session: PayloadSession): JsonObject {
  const { rootId, transcriptPath, workspace, turnId, mode, agent } = session
  return {
    session_id: rootId,
    transcript_path: transcriptPath,
    cwd: workspace,
    ...(turnId === null ? {} : { prompt_id: turnId }),
    ...(WITHOUT_MODE.has(occasion.event) ? {} : { permission_mode: MODES[mode] }),
    ...(agent === null ? {} : { agent_id: agent.id, agent_type: agent.type }),
    hook_event_name: occasion.event,
    ...ownFields(occasion, session),
  }
}

/** One line; the runner ends it. */
export function payloadText(payload: Json): string {
  return JSON.stringify(payload)
}

function ownFields(occasion: Occasion, session: PayloadSession): JsonObject {
  switch (occasion.event) {
    case 'UserPromptSubmit':
      return { prompt: occasion.prompt }
    case 'PreToolUse':
      return { ...callFields(occasion.call, session), tool_use_id: occasion.call.id }
    case 'PermissionRequest':
      return callFields(occasion.call, session)
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return resultFields(occasion, session)
    case 'Stop':
    case 'SubagentStop':
      return stopFields(occasion, session)
    case 'SessionStart':
      return { source: occasion.source, model: session.model }
    case 'SessionEnd':
      return { reason: occasion.reason }
    case 'SubagentStart':
      return session.agent === null ? { agent_type: occasion.agentType } : {}
    case 'PreCompact':
      return { trigger: occasion.trigger, custom_instructions: occasion.instructions }
    case 'PostCompact':
      return { trigger: occasion.trigger, compact_summary: occasion.summary }
    case 'Notification': {
      const title: JsonObject = occasion.title === null ? {} : { title: occasion.title }
      return { message: occasion.message, ...title, notification_type: occasion.kind }
    }
  }
}

function callFields({ name, args }: HookCall, { workspace }: PayloadSession): JsonObject {
  return { tool_name: claudeName(name), tool_input: toolInput(name, args, workspace) }
}

function resultFields({ event, call, result, durationMs }: ResultOccasion, session: PayloadSession): JsonObject {
  const fields = callFields(call, session)
  if (event === 'PostToolUse') {
    const input = toolInput(call.name, call.args, session.workspace)
    return { ...fields, tool_response: toolResponse(result, input), tool_use_id: call.id, duration_ms: durationMs }
  }
  const failed = { error: toolError(result), is_interrupt: wasInterrupted(result), duration_ms: durationMs }
  return { ...fields, tool_use_id: call.id, ...failed }
}

function stopFields({ event, active, held, text }: StopOccasion, { agent }: PayloadSession): JsonObject {
  const own: JsonObject =
    event === 'SubagentStop' && agent?.transcriptPath ? { agent_transcript_path: agent.transcriptPath } : {}
  return {
    stop_hook_active: active,
    stop_block_count: held,
    ...own,
    last_assistant_message: text,
    // Claude Code's hooks may go through these lists; there are none here.
    background_tasks: [],
    session_crons: [],
  }
}
