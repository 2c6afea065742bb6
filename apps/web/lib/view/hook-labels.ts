/** Names of attached hooks as lists show them: two of one name are told apart by their place among those of that name. Those of a program have its name, and stand at one point each. */
import { isBrought } from '@belay/canvas'
import type { Attachment, Composition, SessionState } from '@belay/trace'

export type HookLabels = ReadonlyMap<string, string>

const known = new WeakMap<readonly Attachment[], HookLabels>()

/** By attachment. A composition never changes: it is read once. */
export function hookLabels(hooks: readonly Attachment[]): HookLabels {
  const before = known.get(hooks)
  if (before !== undefined) return before
  const totals = count(hooks)
  const seen = new Map<string, number>()
  const labels = hooks.map((hook): readonly [string, string] => {
    const { id, name } = hook
    if (isBrought(hook)) return [id, name]
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return [id, (totals.get(name) ?? 0) > 1 ? `${name} #${nth}` : name]
  })
  const made = new Map(labels)
  known.set(hooks, made)
  return made
}

function count(hooks: readonly Attachment[]): ReadonlyMap<string, number> {
  const totals = new Map<string, number>()
  for (const { name } of hooks.filter((hook) => !isBrought(hook))) totals.set(name, (totals.get(name) ?? 0) + 1)
  return totals
}

/** Whose verdict it is, by the composition that ruled its turn. */
export function labelIn(
  composition: Composition | null | undefined,
  { hookId, hook }: { readonly hookId: string; readonly hook: string },
): string {
  return composition == null ? hook : (hookLabels(composition.hooks).get(hookId) ?? hook)
}

export function rulingOf(state: SessionState, turn: string | null): Composition | null {
  const found = turn === null ? undefined : state.turns.find(({ id }) => id === turn)
  return (found === undefined ? null : state.compositions.get(found.composition)) ?? state.composition
}
