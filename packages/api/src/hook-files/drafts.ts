/** A text on its way to being a hook file: loaded in a worker as the file would be, and nothing is written. */
import { join } from 'node:path'
import type { HookDraft, LibraryHook } from '@belay/host'
import type { HookCheck, HookProblem } from '../contract/hook-files'
import { OperationError } from '../operations'
import { checkSize, checkSlug, fileOf, hooksIn, type OwnFilesParts } from './own-files'

/** Files have such a name while nobody gave them one. */
const NAMELESS = 'draft'

/** `slug`: whose file it is; null for a draft that has no name yet. */
export async function openDraft(parts: OwnFilesParts, slug: string | null, text: string): Promise<HookDraft> {
  if (slug !== null) checkSlug(slug)
  checkSize(text)
  const file = (slug === null ? null : await fileOf(parts, slug)) ?? join(hooksIn(parts), `${slug ?? NAMELESS}.ts`)
  const draft = await parts.library.draft?.(file, text)
  if (draft !== undefined) return draft
  throw new OperationError('unavailable', 'This library takes no hook files.')
}

export async function checkText(parts: OwnFilesParts, slug: string | null, text: string): Promise<HookCheck> {
  const { hook } = await openDraft(parts, slug, text)
  return { hook: hook.error === null ? hook : null, problems: problemsOf(hook) }
}

export function problemsOf(hook: LibraryHook | null): readonly HookProblem[] {
  if (hook === null || hook.error === null) return []
  const { file, line, message } = hook.error
  return [{ file: file ?? hook.file, line, column: null, severity: 'error', message }]
}
