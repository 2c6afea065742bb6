/** What happened, by Claude Code's events: which of them a point's event is, and what it has of its own. */
import type { HookCall, HookResult, PointEvents } from '@belay/hooks'
import type { PointId } from '@belay/trace'
import type { CommandEvent } from '../entry'

export type Occasion =
  | { readonly event: 'UserPromptSubmit'; readonly prompt: string }
  | { readonly event: 'PreToolUse' | 'PermissionRequest'; readonly call: HookCall }
  | ResultOccasion
  | StopOccasion
  | { readonly event: 'SessionStart'; readonly source: string }
  | { readonly event: 'SessionEnd'; readonly reason: string }
  | { readonly event: 'SubagentStart'; readonly agentType: string }
  | { readonly event: 'PreCompact'; readonly trigger: CompactTrigger; readonly instructions: string }
  | { readonly event: 'PostCompact'; readonly trigger: CompactTrigger; readonly summary: string }
  | { readonly event: 'Notification'; readonly message: string; readonly title: string | null; readonly kind: string }

export interface ResultOccasion {
  readonly event: 'PostToolUse' | 'PostToolUseFailure'
  readonly call: HookCall
  readonly result: HookResult
  readonly durationMs: number
}

export interface StopOccasion {
  readonly event: 'Stop' | 'SubagentStop'
  /** Whether a hook is continuing this turn now. */
  readonly active: boolean
  /** How often this turn was continued. */
  readonly held: number
  readonly text: string
}

export type CompactTrigger = 'manual' | 'auto'

/** The point that each event belongs to; null where it is a notice, whose answers are ignored, or stands before a question. */
export const POINT_OF: Readonly<Record<CommandEvent, PointId | null>> = {
  UserPromptSubmit: 'guard.onInput',
  PreToolUse: 'tools.before',
  PostToolUse: 'tools.after',
  PostToolUseFailure: 'tools.after',
  PermissionRequest: null,
  Stop: 'stop.done',
  SessionStart: 'session.start',
  SessionEnd: 'session.end',
  SubagentStart: 'agent.start',
  SubagentStop: 'agent.stop',
  PreCompact: 'memory.summarize',
  PostCompact: null,
  Notification: null,
}

/** A point with its event, as they come together. */
export type PointOccasion = { readonly [P in PointId]: { readonly point: P; readonly event: PointEvents[P] } }[PointId]

/** What no event of a point tells: why the session is summed up, and what the person asked for with it. */
export interface Compacting {
  readonly trigger: CompactTrigger
  readonly instructions: string
}

/** Null at points that no event of Claude Code's belongs to. */
export function occasionOf(
  asked: PointOccasion,
  compacting: Compacting = { trigger: 'auto', instructions: '' },
): Occasion | null {
  switch (asked.point) {
    case 'guard.onInput':
      return { event: 'UserPromptSubmit', prompt: asked.event.msg }
    case 'tools.before':
      return { event: 'PreToolUse', call: asked.event.call }
    case 'tools.after': {
      const { call, result, startedMs, finishedMs } = asked.event
      const durationMs = Math.max(0, Math.round(finishedMs - startedMs))
      return { event: result.isError ? 'PostToolUseFailure' : 'PostToolUse', call, result, durationMs }
    }
    case 'stop.done':
      return { event: 'Stop', ...stopOf(asked.event) }
    case 'agent.stop':
      return { event: 'SubagentStop', ...stopOf(asked.event) }
    case 'session.start':
      return { event: 'SessionStart', source: asked.event.source }
    case 'session.end':
      return { event: 'SessionEnd', reason: asked.event.reason }
    case 'agent.start':
      return { event: 'SubagentStart', agentType: asked.event.agentType }
    case 'memory.summarize':
      return { event: 'PreCompact', ...compacting }
    case 'memory.keep':
    case 'context.build':
    case 'model.choose':
    case 'errors.on':
    case 'guard.onOutput':
      return null
  }
}

function stopOf({ active, held, reply }: PointEvents['stop.done']) {
  return { active, held, text: reply.text }
}
