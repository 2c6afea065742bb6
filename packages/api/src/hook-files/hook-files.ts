/** What a person does with hook files of their own: each operation in a few lines. */
import type { Database } from '@belay/db'
import { attachmentId, sessionId } from '@belay/trace'
import type { HookFiles } from '../contract/hook-files'
import { OperationError } from '../operations'
import { deleteOwn, type OwnFilesParts, readOwn } from './own-files'
import { TEMPLATES } from './templates'

export interface HookFilesParts extends OwnFilesParts {
  readonly db: Database
}

export function hookFiles(
  parts: HookFilesParts,
): Pick<HookFiles, 'hookFile' | 'deleteHookFile' | 'hookTemplates' | 'hookUses'> {
  const usesOf = (hook: string) =>
    parts.db
      .hookUses(hook)
      .map((use) => ({ ...use, session: sessionId(use.session), attachment: attachmentId(use.attachment) }))
  return {
    hookFile: (slug) => readOwn(parts, slug),
    async deleteHookFile(slug, { force = false } = {}) {
      const uses = new Set(usesOf(slug).map(({ session }) => session)).size
      if (uses > 0 && !force)
        throw new OperationError('conflict', `${slug} is attached in ${uses === 1 ? 'a session' : `${uses} sessions`}.`)
      await deleteOwn(parts, slug)
    },
    hookTemplates: async () => TEMPLATES,
    hookUses: async (hook) => usesOf(hook),
  }
}
