/** Models by their `provider/model` name. */
import type { ProviderSource } from '@belay/agent'
import { OperationError } from '../operations'
import { splitModel } from './turn-setup'

/** The name, where a provider has it; else a sentence. */
export function checkModel(providers: ProviderSource, id: string): string {
  const { provider, model } = splitModel(id)
  if (provider === '' || model === '')
    throw new OperationError('bad_input', `\`${id}\` is not a model: it is written provider/model, like scripted/tour.`)
  if (providers.resolve(provider, model) === null)
    throw new OperationError(
      'bad_input',
      `There is no model \`${id}\`. \`belay doctor\` shows the providers that are set up.`,
    )
  return id
}
