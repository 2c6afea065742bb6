/** Events of `hooks.json`, each in a sentence. */

const WORDS: Readonly<Record<string, string>> = {
  UserPromptSubmit: 'before a message goes to the model',
  PreToolUse: 'before a tool runs',
  PostToolUse: 'after a tool that succeeded',
  PostToolUseFailure: 'after a tool that failed, was refused, took too long or was interrupted',
  PermissionRequest: 'when a person would be asked about a call',
  Stop: 'when the turn is about to end',
  SessionStart: 'when a session begins or is taken up again',
  SessionEnd: 'when a session ends',
  SubagentStart: 'when a child session begins',
  SubagentStop: 'when a child session is about to end',
  PreCompact: 'before a long conversation is summed up',
  PostCompact: 'after it was summed up',
  Notification: 'when the person is told something',
}

export const COMMAND_EVENTS: readonly string[] = Object.keys(WORDS)

export function sentenceOfEvent(event: string): string {
  return Object.hasOwn(WORDS, event) ? (WORDS[event] ?? '') : 'no event of command hooks: what stands here is not run'
}

/** Whether a matcher and an `if` have something to look at. */
export function matchesTools(event: string): boolean {
  return ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest'].includes(event)
}

export function hasMatcher(event: string): boolean {
  return event !== 'UserPromptSubmit' && event !== 'Stop'
}
