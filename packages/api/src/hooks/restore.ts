/**
 * Brings back hooks that ruled a session before, as one edit that can be undone. Only what is on the session's own record
 * can come back; versions are those that hook files have now, as with undo.
 */

import type { Database } from '@belay/db'
import type { Composition, SessionId } from '@belay/trace'
import { changeComposition } from '../extensions/change-composition'
import { OperationError } from '../operations'
import { calledOf } from './brought'
import { compose, filesOf } from './composition'
import { syncHooks } from './sync-hooks'
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
  parts: RestoreParts,
  id: SessionId,
  { hash, turn }: Wanted,
): Promise<Composition> {
  const { db, sessions } = parts
  const runner = sessions.runner(id)
  const ruled =
    runner.composition().hash === hash ||
    db.compositionChanges(id).some(({ before, after }) => [before, after].includes(hash))
  const target = ruled ? db.composition(hash) : null
  if (target === null)
    throw new OperationError('not_found', 'Those hooks never ruled this session, so they cannot be brought back.')
  for (;;) {
    const before = runner.composition()
    const { program, extensions, commandFiles } = target
    const { workspace } = sessions.record(id)
    const ruling = { extensions, workspace, program, hooks: target.hooks, ...filesOf(target) }
    const { hooks } = await syncHooks(parts, ruling, before.hooks)
    const after = compose({ ...before, extensions, commandFiles, program, hooks })
    if (after.hash === before.hash) return before
    const called =
      turn !== undefined && db.turn(id, turn)?.composition === hash ? `the hooks of turn ${turn}` : 'earlier hooks'
    const words = {
      kind: 'edit' as const,
      name: `bring back ${called}`,
      change: `${called} were brought back: ${namesOf(hooks)}`,
    }
    if (await changeComposition(parts, id, { before, after, words })) return after
  }
}

function namesOf(hooks: Composition['hooks']): string {
  return hooks.length === 0 ? 'none' : hooks.map(calledOf).join(', ')
}
