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

/** More than a file has matchers, and a session tools. Both come again at each event. */
const MOST_KNOWN = 1_000
const known = new Map<string, CommandMatcher>()

export function commandMatcher(matcher: string | null): CommandMatcher {
  const text = matcher === null ? '*' : asExpression(matcher)
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size > MOST_KNOWN) known.clear()
  const compiled = remembering(compileMatcher(text, search))
  known.set(text, compiled)
  return compiled
}

/** A search that can be broken off costs as much as starting it, each time. */
function remembering(compiled: CommandMatcher): CommandMatcher {
  if (!compiled.ok) return compiled
  const said = new Map<string, boolean>()
  const matches: Matcher = (name) => {
    const before = said.get(name)
    if (before !== undefined) return before
    if (said.size > MOST_KNOWN) said.clear()
    const answer = compiled.matches(name)
    said.set(name, answer)
    return answer
  }
  return { ok: true, matches }
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
