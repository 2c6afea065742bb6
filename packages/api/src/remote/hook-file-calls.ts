/** Hook files as calls of the API of a server that runs. */
import type { HookFiles } from '../contract/hook-files'
import type { Call, Client } from './calls'

export function hookFileCalls({ hookFiles }: Client, call: Call): HookFiles {
  return {
    hookFile: (slug) => call(() => hookFiles.file.query({ slug })),
    saveHookFile: (save) => call(() => hookFiles.save.mutate(save)),
    deleteHookFile: (slug, options) => call(() => hookFiles.delete.mutate({ slug, ...options })),
    checkHookText: (slug, text, of) => call(() => hookFiles.check.mutate({ slug, text, ...of })),
    fireDraft: (request, signal) => call(() => hookFiles.fire.mutate(request, signal === undefined ? {} : { signal })),
    hookTemplates: () => call(() => hookFiles.templates.query()),
    hookUses: (hook) => call(() => hookFiles.uses.query({ hook })),
  }
}
