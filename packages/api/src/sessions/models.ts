/** Models by their `provider/model` name. */
import type { Database, SessionRecord } from '@belay/db'
import type { ModelSource } from '@belay/host'
import type { SessionExtensions } from '../extensions/session-extensions'
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

/** The extensions of its next turn: a session that nobody chose some for follows the default. */
export function enabledIn(extensions: SessionExtensions, has: readonly string[], isChosen: boolean): readonly string[] {
  return isChosen ? extensions.closed(has) : extensions.followed(has)
}

interface ModelParts {
  readonly db: Database
  readonly extensions: SessionExtensions
}

/** The models that a session's next turn can use. */
export function modelsFor({ db, extensions }: ModelParts, record: SessionRecord): ModelSource {
  const has = db.composition(record.composition)?.extensions ?? []
  return extensions.models(enabledIn(extensions, has, record.extensionsChosen))
}
