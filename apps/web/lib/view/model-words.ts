/** Models in words: their names, and which of them the next turn of a session runs on. */
import type { ModelChoice } from '@belay/api'
import type { Program } from '../api'
import { formatShort } from '../format'

/** What names it, and its id beside that where the name says something of its own: the provider is said once. */
export function modelWords({ id, label }: Pick<ModelChoice, 'id' | 'label'>): {
  readonly name: string
  readonly aside: string | undefined
} {
  const own = id.slice(id.indexOf('/') + 1)
  return label === id || label === own ? { name: id, aside: undefined } : { name: label, aside: id }
}

/** By provider, in the order of the first of each. */
export function byProvider<T extends Pick<ModelChoice, 'id'>>(models: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const model of models) {
    const provider = model.id.slice(0, model.id.indexOf('/'))
    groups.set(provider, [...(groups.get(provider) ?? []), model])
  }
  return groups
}

/** What it takes and costs: `200k tokens · $3 in, $15 out a million`. Undefined where neither is known. */
export function modelCost({ window, price }: Pick<ModelChoice, 'window' | 'price'>): string | undefined {
  const parts = [
    ...(window == null ? [] : [`${formatShort(window)} tokens`]),
    ...(price === undefined ? [] : [`$${price.input} in, $${price.output} out a million`]),
  ]
  return parts.length === 0 ? undefined : parts.join(' · ')
}

/** `Tour (scripted/tour)`. */
export function modelLine(model: Pick<ModelChoice, 'id' | 'label'>): string {
  const { name, aside } = modelWords(model)
  return aside === undefined ? name : `${name} (${aside})`
}

export interface NextModel {
  readonly id: string
  /** The program that decides, where the session's own model was not chosen. */
  readonly program: string | null
}

interface Ruled {
  readonly model: string
  /** Undefined while it has not been asked for. */
  readonly modelChosen: boolean | undefined
  readonly program: Pick<Program, 'name' | 'model'> | null
}

/** What was chosen for the session; else what its program says; else what the session began with. */
export function nextModel({ model, modelChosen, program }: Ruled): NextModel {
  const decides = modelChosen === false && program !== null && program.model !== null
  return decides ? { id: program.model, program: program.name } : { id: model, program: null }
}

/** What a new session runs on where no model is chosen. */
export function unchosenText(models: readonly ModelChoice[], program: Pick<Program, 'name' | 'model'> | null): string {
  if (program?.model != null) return `As the program says: ${program.model}`
  const standard = models.find(({ isDefault }) => isDefault)
  return standard === undefined ? 'The default one' : `The default one: ${standard.id}`
}
