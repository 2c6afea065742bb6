/** The models that can be had, by whoever brings them. Promises: looking one up never throws, and where there is none, a sentence says why. */
import type { ProviderSource } from '@belay/agent'
import type { OpenedProvider, UpstreamModel } from '../extensions'

export interface ListedModel extends Omit<UpstreamModel, 'model'> {
  /** `provider/model`. */
  readonly id: string
}

export interface ModelSource extends ProviderSource {
  /** `provider/model` with what people call it, by name. */
  list(): readonly ListedModel[]
  /** Why a model can't be used, in one sentence for people; null where it can. */
  check(provider: string, model: string): string | null
}

/** `has` are those that are on, of `installed`. */
export function createModelSource(
  has: readonly OpenedProvider[],
  installed: readonly Pick<OpenedProvider, 'extension' | 'name'>[] = has,
): ModelSource {
  const find = (name: string) => has.find((each) => each.name === name) ?? null
  return {
    resolve: (provider, model) => find(provider)?.upstream.resolve(model) ?? null,
    check(provider, model) {
      const found = find(provider)
      if (found !== null) return found.upstream.check(model)
      const off = installed.find(({ name }) => name === provider)
      if (off !== undefined)
        return `The models of ${provider} come with the extension ${off.extension}, which is off in this session. Switch it on, or choose another model.`
      return `There is no provider ${provider}. There ${has.length === 1 ? 'is' : 'are'}: ${has.map(({ name }) => name).join(', ')}.`
    },
    list: () =>
      has.flatMap(({ name, upstream }) =>
        upstream.list().map(({ model, ...listed }) => ({ id: `${name}/${model}`, ...listed })),
      ),
  }
}
