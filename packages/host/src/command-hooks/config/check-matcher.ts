/** What a person should be told about a matcher before it never fires: it is read as they wrote it all the same. */
import { nearest } from '@belay/hooks'
import type { CommandEvent } from '../entry'
import { commandMatcher, matchedField, selects } from './command-matcher'
import { claudeName, namesFor, renamed } from './tool-names'

export interface MatcherProblem {
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** Values of the events whose set is closed. */
const VALUES: Readonly<Partial<Record<CommandEvent, readonly string[]>>> = {
  SessionStart: ['startup', 'resume', 'fork', 'clear', 'compact', 'reload'],
  PreCompact: ['manual', 'auto'],
  PostCompact: ['manual', 'auto'],
}

/** `tools` are the session's, by our names; null where there is no session. */
export function matcherProblem(
  event: CommandEvent,
  matcher: string | null,
  tools: readonly string[] | null,
): MatcherProblem | null {
  const compiled = commandMatcher(matcher)
  if (!compiled.ok) return { severity: 'error', message: `${compiled.message}; it selects nothing` }
  if (matcher === null || matcher === '' || matcher === '*') return null
  if (matchedField(event) === null) return warning(`${event} has nothing to match: its commands run at each`)
  const language = /==|&&|["'`]/.exec(matcher)?.[0]
  if (language !== undefined) {
    const means = 'is the name of a tool, several split at |, or a regular expression'
    return warning(`the matcher ${JSON.stringify(matcher)} has ${language} in it; a matcher ${means}`)
  }
  const known = matchedField(event) === 'tool_name' ? tools?.map(claudeName) : VALUES[event]
  if (known === undefined || known.some((value) => selects(compiled.matches, event, value))) return null
  const what = matchedField(event) === 'tool_name' ? 'tool of this session' : `${matchedField(event)} of ${event}`
  return warning(`the matcher ${JSON.stringify(matcher)} selects no ${what}${meant(matcher, known)}`)
}

function warning(message: string): MatcherProblem {
  return { severity: 'warning', message }
}

/** The first of its names that can be told what it should be. */
function meant(matcher: string, known: readonly string[]): string {
  const rule = /^\s*\w+\(/.exec(matcher)
  if (rule !== null) return '; a rule such as Bash(git *) belongs into "if"'
  for (const name of matcher.split(/[|,]/).map((part) => part.trim())) {
    if (/^mcp__[^_](?:_?[^_])*$/.test(name)) return `; all tools of that server are ${name}__.*`
    const ours = renamed(name) ?? nearest(name, known.flatMap(namesFor))
    if (ours !== null && ours !== name) return `; did you mean ${ours}?`
  }
  return ''
}
