/**
 * What a vendor wants back with a reply, to the letter: signatures of its reasoning, marks of its calls. Gathered while the
 * reply streams, kept with its row, sent back to the provider that it came from and to no other.
 */
import { isJsonObject } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'

export interface KeptParts {
  readonly reasoning: readonly { readonly text: string; readonly metadata: JsonObject | null }[]
  readonly text: JsonObject | null
  /** One for each call, in order; null where there is nothing to keep. */
  readonly calls: readonly (JsonObject | null)[]
}

export const NOTHING: KeptParts = { reasoning: [], text: null, calls: [] }

/** As it lies in a row; null where there is nothing that anybody wants back. */
export function keptJson(provider: string, { reasoning, text, calls }: KeptParts): JsonObject | null {
  const holds =
    text !== null || calls.some((each) => each !== null) || reasoning.some(({ metadata }) => metadata !== null)
  if (!holds) return null
  return { provider, reasoning: reasoning.map((part) => ({ ...part })), text, calls: [...calls] }
}

/** Of another provider, or in a shape of another time, nothing goes back. */
export function readKept(kept: JsonObject | null | undefined, provider: string): KeptParts {
  if (!isJsonObject(kept) || kept.provider !== provider) return NOTHING
  const { reasoning, text, calls } = kept
  return {
    reasoning: listOf(reasoning).flatMap((part) =>
      isJsonObject(part) && typeof part.text === 'string'
        ? [{ text: part.text, metadata: objectOrNull(part.metadata) }]
        : [],
    ),
    text: objectOrNull(text),
    calls: listOf(calls).map(objectOrNull),
  }
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function objectOrNull(value: Json | undefined): JsonObject | null {
  return isJsonObject(value) ? value : null
}
