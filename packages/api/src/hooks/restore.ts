/**
 * Brings back hooks that ruled a session before, as one edit that can be undone. Only what is on the session's own record
 * can come back; versions are those that hook files have now, as with undo.
 */
import type { Database } from '@belay/db'
import type { Composition, SessionId } from '@belay/trace'
import { OperationError } from '../operations'
import { refreshAttachments } from './attachments'
import { editHooks } from './edit-hooks'
import type { UndoParts } from './undo'

interface RestoreParts extends UndoParts {
  readonly db: UndoParts['db'] & Pick<Database, 'turn'>
}

interface Wanted {
  readonly hash: string
  /** That the caller saw them in. */
  readonly turn?: number | undefined
}

export async function restoreComposition(
  { db, library, sessions }: RestoreParts,
  id: SessionId,
  { hash, turn }: Wanted,
): Promise<Composition> {
  const now = sessions.runner(id).composition()
  const ruled =
    now.hash === hash || db.compositionChanges(id).some(({ before, after }) => [before, after].includes(hash))
  const target = ruled ? db.composition(hash) : null
  if (target === null)
    throw new OperationError('not_found', 'Those hooks never ruled this session, so they cannot be brought back.')
  const { hooks } = await refreshAttachments(library, target.hooks)
  const names = hooks.length === 0 ? 'none' : hooks.map(({ name }) => name).join(', ')
  const called =
    turn !== undefined && db.turn(id, turn)?.composition === hash ? `the hooks of turn ${turn}` : 'earlier hooks'
  return editHooks(sessions.runner(id), () => ({
    hooks,
    name: `bring back ${called}`,
    change: `${called} were brought back: ${names}`,
  }))
}
