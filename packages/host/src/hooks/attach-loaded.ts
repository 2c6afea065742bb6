/** A hook file that loaded, as a hook of the pipeline: with a thread that has its code, so that no asking pays for that. */
import type { Hook } from '@belay/hooks'
import type { Attachment } from '@belay/trace'
import { attachedHook, unavailableHook } from './attached-hook'
import type { HookFiles } from './files/hook-files'
import type { LoadedFile } from './files/loaded-file'
import { misfit } from './unfit'

export async function attachLoaded(files: HookFiles, attachment: Attachment, load: LoadedFile): Promise<Hook> {
  const checked = await files.runs.checkParams(load, attachment.params)
  if (!checked.ok) return unavailableHook(attachment, misfit(checked.message))
  await files.runs.warm(load)
  const { bundle } = load
  return attachedHook(attachment, {
    ...load.described,
    version: bundle.version,
    ask: (asking) => files.runs.ask(bundle, attachment.params, asking),
  })
}
