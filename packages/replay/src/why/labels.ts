/** Names of hooks as lists show them: two of one name are told apart by their place among those of that name. */
import type { Composition } from '@belay/trace'

export type HookLabels = (hook: { readonly hookId: string; readonly hook: string }) => string

export function hookLabels(composition: Composition | null): HookLabels {
  const labels = new Map<string, string>()
  for (const { id, name } of composition?.hooks ?? []) {
    const twins = composition?.hooks.filter((other) => other.name === name) ?? []
    const place = twins.findIndex((twin) => twin.id === id) + 1
    labels.set(id, twins.length > 1 ? `${name} #${place}` : name)
  }
  return ({ hookId, hook }) => labels.get(hookId) ?? hook
}
