import { type CompiledMatcher, compileMatcher, type Matcher } from '@belay/hooks'
import { z } from 'zod'
import { boundedTest } from '../bounded-regex'

/**
 * A matcher on tool names whose expression can't hold the server up: searches are bounded, and since there are only so
 * many names, each is searched once.
 */
export function toolMatcher(matcher: string | null): CompiledMatcher {
  const known = new Map<string, boolean>()
  const compiled = compileMatcher(matcher, boundedTest)
  if (!compiled.ok) return compiled
  const matches: Matcher = (tool) => {
    const before = known.get(tool)
    if (before !== undefined) return before
    const found = compiled.matches(tool)
    if (known.size < MOST_NAMES) known.set(tool, found)
    return found
  }
  return { ok: true, matches }
}

/** Far more tools than a session has; a model may also make names up. */
const MOST_NAMES = 1_000

const matchers = new Map<string, CompiledMatcher>()

/** For matchers among parameters: the same text is read once. */
export function matchesTool(matcher: string, tool: string): boolean {
  let compiled = matchers.get(matcher)
  if (compiled === undefined) {
    compiled = toolMatcher(matcher)
    if (matchers.size < MOST_NAMES) matchers.set(matcher, compiled)
  }
  return compiled.ok && compiled.matches(tool)
}

/** A parameter that is a matcher. */
export const toolMatcherText = z.string().superRefine((text, context) => {
  const compiled = compileMatcher(text)
  if (!compiled.ok) context.addIssue({ code: 'custom', message: compiled.message })
})
