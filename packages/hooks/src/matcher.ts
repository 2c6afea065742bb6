/**
 * Which tools a hook is asked about, by Claude Code's rule on names: absent, `""` and `*` are all; a plain list of names
 * split at `|` or `,` is exact; anything else is a JavaScript regular expression, searched anywhere in the name.
 * Belay's own tool names have a dot (`files.edit`), so a dot between two letters, digits or `_` counts as part of a name.
 */
import type { PointId } from '@belay/trace'
import type { Asking } from './hook'

export type Matcher = (tool: string) => boolean
export type CompiledMatcher =
  | { readonly ok: true; readonly matches: Matcher }
  | { readonly ok: false; readonly message: string }

const PLAIN_LIST = /^(?:[\w\- ,|]|(?<=\w)\.(?=\w))*$/

/** `search` runs an expression; a caller that can break off a search that never ends brings its own. */
export function compileMatcher(
  matcher: string | null | undefined,
  search: (pattern: RegExp, tool: string) => boolean = (pattern, tool) => pattern.test(tool),
): CompiledMatcher {
  if (matcher === null || matcher === undefined || matcher === '' || matcher === '*') return all
  if (PLAIN_LIST.test(matcher)) return { ok: true, matches: exactly(matcher) }
  try {
    const pattern = new RegExp(matcher)
    return { ok: true, matches: (tool) => search(pattern, tool) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, message: `the matcher ${JSON.stringify(matcher)} is not a regular expression: ${why}` }
  }
}

const all: CompiledMatcher = { ok: true, matches: () => true }

function exactly(list: string): Matcher {
  const names = new Set(list.split(/[|,]/).map((name) => name.trim()))
  return (tool) => names.has(tool)
}

/** The tool that an event is about; null at points that are about none, where a matcher has no say. */
export function toolOf({ point, event }: Pick<Asking, 'point' | 'event'>): string | null {
  return isToolPoint(point) && 'call' in event && typeof event.call === 'object' ? event.call.name : null
}

function isToolPoint(point: PointId): boolean {
  return point === 'tools.before' || point === 'tools.after'
}
