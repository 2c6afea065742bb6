/** The hooks of a composition, ready to be asked: one each, in the order of the attachments. */
import type { Hook } from '@belay/hooks'
import type { HookLibrary } from '@belay/host'
import type { Composition } from '@belay/trace'
import { contributedHook, type ExtensionHooks } from './extension-hooks'

export interface LoadParts {
  readonly library: HookLibrary
  readonly extensions: ExtensionHooks
}

export async function loadHooks(
  { library, extensions }: LoadParts,
  composition: Pick<Composition, 'hooks' | 'extensions'>,
): Promise<readonly Hook[]> {
  const contributed = extensions.hooks(composition.extensions)
  const loaded = await library.load(composition.hooks.filter(({ source }) => source !== 'extension'))
  const byId = new Map(loaded.map((hook) => [hook.id, hook]))
  return composition.hooks.flatMap((attachment) => {
    const hook = attachment.source === 'extension' ? contributedHook(attachment, contributed) : byId.get(attachment.id)
    return hook === undefined ? [] : [hook]
  })
}
