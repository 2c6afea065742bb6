/** Events of agents by the names that they go by, and what to write instead of one that is not run here. */
import { nearest } from '@belay/hooks'
import { COMMAND_EVENTS, type CommandEvent } from '../entry'

/** Gemini's, Cursor's and opencode's, with ours. */
const FOREIGN: Readonly<Record<string, { readonly of: string; readonly ours: CommandEvent | null }>> = {
  BeforeTool: { of: 'Gemini', ours: 'PreToolUse' },
  AfterTool: { of: 'Gemini', ours: 'PostToolUse' },
  BeforeAgent: { of: 'Gemini', ours: 'UserPromptSubmit' },
  AfterAgent: { of: 'Gemini', ours: 'Stop' },
  PreCompress: { of: 'Gemini', ours: 'PreCompact' },
  BeforeModel: { of: 'Gemini', ours: null },
  AfterModel: { of: 'Gemini', ours: null },
  BeforeToolSelection: { of: 'Gemini', ours: null },
  PreModelRequest: { of: 'Codex', ours: null },
  Interrupt: { of: 'Codex', ours: null },
  beforeShellExecution: { of: 'Cursor', ours: 'PreToolUse' },
  beforeMCPExecution: { of: 'Cursor', ours: 'PreToolUse' },
  beforeReadFile: { of: 'Cursor', ours: 'PreToolUse' },
  afterFileEdit: { of: 'Cursor', ours: 'PostToolUse' },
  beforeSubmitPrompt: { of: 'Cursor', ours: 'UserPromptSubmit' },
  'tool.execute.before': { of: 'opencode', ours: 'PreToolUse' },
  'tool.execute.after': { of: 'opencode', ours: 'PostToolUse' },
}

/** Claude Code's that belong to nothing here. */
const NOT_RUN = new Set([
  ...['PostToolBatch', 'UserPromptExpansion', 'StopFailure', 'PreModelSwitch', 'PostModelSwitch', 'PermissionDenied'],
  ...['Setup', 'TeammateIdle', 'TaskCreated', 'TaskCompleted', 'Elicitation', 'ElicitationResult', 'ConfigChange'],
  ...['WorktreeCreate', 'WorktreeRemove', 'InstructionsLoaded', 'CwdChanged', 'FileChanged', 'DirectoryAdded'],
  ...['MessageDisplay', 'PreSkillShellCommand'],
])

export function isCommandEvent(name: string): name is CommandEvent {
  return COMMAND_EVENTS.some((event) => event === name)
}

/** Events that are about a tool: only there an `if` has something to look at. */
export function isToolEvent(event: CommandEvent): boolean {
  return ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest'].includes(event)
}

/** What is wrong with an event's name, and the name to write. */
export function eventProblem(name: string): string {
  const foreign = Object.hasOwn(FOREIGN, name) ? FOREIGN[name] : undefined
  if (foreign !== undefined && foreign.ours !== null) {
    return `${name} is ${foreign.of}'s name for ${foreign.ours}; write ${foreign.ours}`
  }
  if (foreign !== undefined) return `${name} is an event of ${foreign.of} that has no command hooks here`
  if (NOT_RUN.has(name)) return `${name} is an event of Claude Code that is not run here`
  const near = nearest(name, COMMAND_EVENTS)
  const meant = near === null ? `; there are ${COMMAND_EVENTS.join(', ')}` : `; did you mean ${near}?`
  return `there is no event ${JSON.stringify(name)}${meant}`
}
