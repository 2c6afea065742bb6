/** What a person does with hook files of their own: each operation in a few lines. */
import type { DraftOf, HookFiles } from '../contract/hook-files'
import { OperationError } from '../operations'
import { createDraftGate } from './draft-gate'
import { checkText, problemsOf } from './drafts'
import { type FireDraftParts, fireDraft } from './fire-draft'
import { deleteOwn, readOwn, saveOwn } from './own-files'
import { TEMPLATES } from './templates'
import { type UsesOf, usesFrom } from './uses'

export interface HookFilesParts extends FireDraftParts, UsesOf {}

export function hookFiles(parts: HookFilesParts): HookFiles {
  const usesOf = usesFrom(parts)
  const gate = createDraftGate()
  return {
    hookFile: (slug) => readOwn(parts, slug),
    async saveHookFile(save) {
      const file = await saveOwn(parts, save)
      const hook = await parts.library.find(file.slug)
      const running = hook === null || hook.error === null ? null : hook.version
      return { ...file, hook: hook?.error === null ? hook : null, problems: problemsOf(hook), running }
    },
    async deleteHookFile(slug, { force = false } = {}) {
      const uses = new Set(usesOf(slug).map(({ session }) => session)).size
      if (uses > 0 && !force)
        throw new OperationError('conflict', `${slug} is attached in ${uses === 1 ? 'a session' : `${uses} sessions`}.`)
      await deleteOwn(parts, slug)
    },
    checkHookText: (slug, text, of = {}) =>
      gate.pass(gated('check', of, new AbortController().signal), () => checkText(parts, slug, text)),
    fireDraft: (request, signal = new AbortController().signal) =>
      gate.pass(gated('fire', request, signal), (until) => fireDraft(parts, request, until)),
    hookTemplates: async () => TEMPLATES,
    hookUses: async (hook) => usesOf(hook),
  }
}

function gated(what: 'check' | 'fire', { page }: DraftOf, signal: AbortSignal) {
  return { page: page === undefined ? null : `${what} ${page}`, signal }
}
