/**
 * `t.llm`: a model call of a hook's own, on the session's endpoint and bill. A span below the hook's; no hook is asked about
 * it, `errors.on` neither.
 */
import type { CallbackAsker, LlmAnswer } from '@belay/hooks'
import { spanId } from '@belay/trace'
import { callBeside } from '../beside'
import type { ModelName, ProviderSource } from '../ports'
import type { Stage } from '../stage'

interface Prompted {
  readonly asker: CallbackAsker
  readonly prompt: string
  readonly model: string | null
  readonly until: AbortSignal
}

export async function answerLlm(stage: Stage, { asker, prompt, model, until }: Prompted): Promise<LlmAnswer> {
  const name = findModel(stage.ports.providers, stage.base, model)
  const parent = asker.token === null ? null : spanId(asker.token)
  const said = await callBeside(stage, { ...name, parent, purpose: 'hook', system: '', prompt, signal: until })
  if (!said.ok) throw new Error(`t.llm had no answer: ${said.why}`)
  const { input, output } = said.draft.usage
  return { text: said.draft.text, tokens: input === null || output === null ? null : input + output }
}

/** Of the session's provider, or `provider/model`. */
export function findModel(providers: ProviderSource, base: ModelName, wanted: string | null): ModelName {
  if (wanted === null) return base
  if (providers.resolve(base.provider, wanted) !== null) return { provider: base.provider, model: wanted }
  const slash = wanted.indexOf('/')
  const named = { provider: wanted.slice(0, Math.max(slash, 0)), model: wanted.slice(slash + 1) }
  if (slash > 0 && providers.resolve(named.provider, named.model) !== null) return named
  throw new Error(
    `t.llm was refused: ${base.provider} has no model ${wanted}, and it is no provider/model that is there`,
  )
}
