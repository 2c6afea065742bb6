/** Models in words: their names, and which of them the next turn of a session runs on. */
import type { ModelChoice } from '@belay/api'
import type { Program } from '../api'

/** What names it, and its id beside that where the name says something of its own: the provider is said once. */
export function modelWords({ id, label }: Pick<ModelChoice, 'id' | 'label'>): {
  readonly name: string
  readonly aside: string | undefined
} {
  const own = id.slice(id.indexOf('/') + 1)
  return label === id || label === own ? { name: id, aside: undefined } : { name: label, aside: id }
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
