/**
 * Which events a group's `matcher` selects, by Claude Code's rule on names. Promises: what is no regular expression
 * matches nothing; an expression that never ends counts as a match, since the command behind it may be a guard.
 */
import { compileMatcher, HookFailure, type Matcher } from '@belay/hooks'
import { boundedTest } from '../../hooks/bounded-regex'
import type { CommandEvent } from '../entry'
import { namesFor } from './tool-names'

export type CommandMatcher =
  | { readonly ok: true; readonly matches: Matcher }
  | { readonly ok: false; readonly message: string }

export function commandMatcher(matcher: string | null): CommandMatcher {
  return compileMatcher(matcher === null ? null : asExpression(matcher), search)
}

/** For the names that hooks of one's own match by, a dot is part of a name; here it makes an expression. */
function asExpression(matcher: string): string {
  return /^[\w\- ,|.]*$/.test(matcher) && matcher.includes('.') ? `(?:${matcher})` : matcher
}

function search(pattern: RegExp, name: string): boolean {
  try {
    return boundedTest(pattern, name)
  } catch (error) {
    if (error instanceof HookFailure) return true
    throw error
  }
}

/** The field of the payload that a matcher looks at; null where the event has none and the matcher no say. */
export function matchedField(event: CommandEvent): string | null {
  switch (event) {
    case 'PreToolUse':
    case 'PostToolUse':
    case 'PostToolUseFailure':
    case 'PermissionRequest':
      return 'tool_name'
    case 'SessionStart':
      return 'source'
    case 'SessionEnd':
      return 'reason'
    case 'SubagentStart':
    case 'SubagentStop':
      return 'agent_type'
    case 'PreCompact':
    case 'PostCompact':
      return 'trigger'
    case 'Notification':
      return 'notification_type'
    case 'UserPromptSubmit':
    case 'Stop':
      return null
  }
}

/** `value` is what stands in that field. */
export function selects(matches: Matcher, event: CommandEvent, value: string): boolean {
  return (matchedField(event) === 'tool_name' ? namesFor(value) : [value]).some(matches)
}
