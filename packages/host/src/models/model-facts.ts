/** What is known of models: how much they take, what they take and what it costs. Facts alone: no model is there because it is listed. */
import { z } from 'zod'
import snapshot from './snapshot.json' with { type: 'json' }

const price = z.object({
  /** US dollars for a million tokens. */
  input: z.number().nonnegative(),
  /** Of tokens that the vendor had in its cache; as `input` where absent. */
  cached: z.number().nonnegative().optional(),
  output: z.number().nonnegative(),
})

export const modelFacts = z.object({
  /** `provider/model`. */
  id: z.string().regex(/^[a-z0-9-]+\/\S+$/),
  label: z.string().min(1),
  /** Tokens that a request may hold, the reply among them. */
  window: z.int().positive(),
  input: z.array(z.enum(['text', 'image'])).min(1),
  price: price.optional(),
})

export type ModelFacts = z.infer<typeof modelFacts>
export const catalogFile = z.object({ models: z.array(modelFacts) })

export interface ModelCatalog {
  find(id: string): ModelFacts | null
  /** Of one provider, in the order of the file. */
  of(provider: string): readonly ModelFacts[]
}

export function createCatalog(models: readonly ModelFacts[]): ModelCatalog {
  const byId = new Map(models.map((facts) => [facts.id, facts]))
  return {
    find: (id) => byId.get(id) ?? null,
    of: (provider) => models.filter(({ id }) => id.startsWith(`${provider}/`)),
  }
}

/** What ships with the app. */
export const SNAPSHOT: readonly ModelFacts[] = catalogFile.parse(snapshot).models

interface Spent {
  readonly input: number | null
  readonly cached: number | null
  readonly output: number | null
}

/** US dollars of a call; null where a price or a count is not known. Input holds what was cached. */
export function costOf({ price }: Pick<ModelFacts, 'price'>, { input, cached, output }: Spent): number | null {
  if (price === undefined || input === null || output === null) return null
  const read = Math.min(cached ?? 0, input)
  return ((input - read) * price.input + read * (price.cached ?? price.input) + output * price.output) / 1_000_000
}
