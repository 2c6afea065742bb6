/** The hooks of a composition, ready to be asked: one each, in the order of the attachments. */
import type { Hook } from '@belay/hooks'
import type { HookLibrary } from '@belay/host'
import type { Attachment, Composition } from '@belay/trace'
import { contributedHook, type ExtensionHooks, type HookPlace } from './extension-hooks'

export interface LoadParts {
  readonly library: HookLibrary
  readonly extensions: ExtensionHooks
}

export async function loadHooks(
  { library, extensions }: LoadParts,
  composition: Pick<Composition, 'hooks' | 'extensions' | 'commandFiles'>,
  place: Pick<HookPlace, 'workspace' | 'given' | 'session'>,
): Promise<readonly Hook[]> {
  const { commandFiles } = composition
  const contributed = extensions.hooks(composition.extensions, { ...place, commandFiles })
  const loaded = await library.load(composition.hooks.filter((hook) => !isContributed(hook)))
  const byId = new Map(loaded.map((hook) => [hook.id, hook]))
  return composition.hooks.flatMap((attachment) => {
    const hook = isContributed(attachment) ? contributedHook(attachment, contributed) : byId.get(attachment.id)
    return hook === undefined ? [] : [hook]
  })
}

function isContributed({ source }: Attachment): boolean {
  return source === 'extension' || source === 'command'
}
