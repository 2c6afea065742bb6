/**
 * The model that a hook names is looked up before its answer is recorded (`hooks.md` §2): one that can't be used rules nothing, and the
 * record says so.
 */
import { isJsonObject } from '@belay/hooks'
import type { Decision, Json, PointId } from '@belay/trace'
import type { ModelName, ProviderSource } from './ports'

/** Why what was decided at the point can't hold, as the end of a sentence that begins with the hook's name; else null. */
export function whyNoModel(
  providers: ProviderSource,
  now: ModelName,
  said: { readonly point: PointId; readonly decision: Decision; readonly value: Json },
): string | null {
  const named = namedIn(said, now)
  const why = named === null ? null : whyUnusable(providers, named)
  return named === null || why === null ? null : `named the model ${named.provider}/${named.model}, ${why}`
}

/** As the end of a sentence about the model. */
export function whyUnusable(providers: ProviderSource, { provider, model }: ModelName): string | null {
  if (providers.resolve(provider, model) === null) return 'which is not there'
  const fault = providers.check?.(provider, model) ?? null
  return fault === null ? null : `which can't be used (${fault.replace(/\.$/, '')})`
}

function namedIn(said: Parameters<typeof whyNoModel>[2], now: ModelName): ModelName | null {
  const { point, decision, value } = said
  const rewrites = decision === 'rewrite' && (point === 'model.choose' || point === 'context.build')
  if (!rewrites && decision !== 'switch') return null
  if (typeof value === 'string') return { ...now, model: value }
  if (!isJsonObject(value) || typeof value.model !== 'string') return null
  return { provider: typeof value.provider === 'string' ? value.provider : now.provider, model: value.model }
}
