/**
 * Brings back hooks that ruled a session before, as one edit that can be undone. Only what is on the session's own record
 * can come back; versions are those that hook files have now, as with undo.
 */
import type { Composition, SessionId } from '@belay/trace'
import { OperationError } from '../operations'
import { refreshAttachments } from './attachments'
import { editHooks } from './edit-hooks'
import type { UndoParts } from './undo'

export async function restoreComposition(parts: UndoParts, id: SessionId, hash: string): Promise<Composition> {
  const { db, library, sessions } = parts
  const now = sessions.runner(id).composition()
  const ruled =
    now.hash === hash || db.compositionChanges(id).some(({ before, after }) => [before, after].includes(hash))
  const target = ruled ? db.composition(hash) : null
  if (target === null)
    throw new OperationError('not_found', 'Those hooks never ruled this session, so they cannot be brought back.')
  const { hooks } = await refreshAttachments(library, target.hooks)
  const names = hooks.length === 0 ? 'none' : hooks.map(({ name }) => name).join(', ')
  return editHooks(sessions.runner(id), () => ({
    hooks,
    name: 'bring back earlier hooks',
    change: `the hooks of an earlier turn were brought back: ${names}`,
  }))
}
