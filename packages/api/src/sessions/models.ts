/** Models by their `provider/model` name. */
import type { ModelSource } from '@belay/host'
import { OperationError } from '../operations'
import { splitModel } from './turn-setup'

/** The name, where it can be used; else a sentence. */
export function checkModel(models: ModelSource, id: string): string {
  const { provider, model } = splitModel(id)
  if (provider === '' || model === '')
    throw new OperationError('bad_input', `\`${id}\` is not a model: it is written provider/model, like scripted/tour.`)
  const problem = models.check(provider, model)
  if (problem !== null) throw new OperationError('bad_input', problem)
  return id
}
