import { z } from 'zod'

/** A model as people write it: `provider/model`. The model's own name may hold further slashes. */
export interface ModelName {
  readonly provider: string
  readonly model: string
}

/** Null where the text names no model. */
export function readModelName(text: string): ModelName | null {
  const [, provider, model] = /^([^\s/]+)\/(\S+)$/.exec(text.trim()) ?? []
  return provider === undefined || model === undefined ? null : { provider, model }
}

/** A parameter that names a model, or none. */
export const modelNameText = z
  .string()
  .trim()
  .refine(
    (text) => text === '' || readModelName(text) !== null,
    'a model is written as `provider/model`, as in the list of models',
  )
