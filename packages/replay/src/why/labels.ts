/** Names of hooks as lists show them: two of one name are told apart by their place among those of that name. */
import type { Composition, HookSource } from '@belay/trace'

export type HookLabels = (hook: { readonly hookId: string; readonly hook: string }) => string

export function hookLabels(composition: Composition | null): HookLabels {
  const labels = new Map<string, string>()
  for (const { id, name, source } of composition?.hooks ?? []) {
    const twins = brought(source)
      ? []
      : (composition?.hooks.filter((one) => one.name === name && !brought(one.source)) ?? [])
    const place = twins.findIndex((twin) => twin.id === id) + 1
    labels.set(id, twins.length > 1 ? `${name} #${place}` : name)
  }
  return ({ hookId, hook }) => labels.get(hookId) ?? hook
}

/** All hooks of a program have its name, and stand at one point each: a number would tell nothing. */
function brought(source: HookSource): boolean {
  return source === 'program' || source === 'extension'
}
