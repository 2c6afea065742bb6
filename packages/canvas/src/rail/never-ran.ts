/**
 * Commands of which the last start came to nothing: a guard that never runs guards nothing, and must be seen in every turn until it
 * has run once.
 */
import type { TurnState } from '@belay/trace'

/** A session may hold a million verdicts: what did not run for so many is looked for no further. */
const MOST_LOOKED_AT = 2_000

/** By the id of the attachment; none for those that ran, or were never started. */
export function neverRan(turns: readonly TurnState[], commands: ReadonlySet<string>): ReadonlyMap<string, string> {
  const last = new Map<string, string | null>()
  let left = MOST_LOOKED_AT
  for (let turn = turns.length - 1; turn >= 0 && left > 0 && last.size < commands.size; turn--) {
    const verdicts = turns[turn]?.verdicts ?? []
    for (let at = verdicts.length - 1; at >= 0 && left > 0 && last.size < commands.size; at--, left--) {
      const { hookId, command } = verdicts[at]?.verdict ?? {}
      if (hookId === undefined || command === undefined || !commands.has(hookId) || last.has(hookId)) continue
      last.set(hookId, command.warning ?? null)
    }
  }
  return new Map([...last].flatMap(([id, warning]) => (warning === null ? [] : [[id, warning] as const])))
}
