/** Shaping what rules a session: single edits, undo and redo, sets. */

import type { Database } from '@belay/db'
import type { Composing } from '../contract/composing'
import type { ChangeParts } from '../extensions/change-composition'
import type { Operations } from '../operations'
import { type AttachSetParts, attachSet } from './attach-set'
import { insertAt, makeAttachment } from './attachments'
import { changeAttachment, checkChange, detach, findAttachment } from './change-attachment'
import { changeSeveral } from './change-several'
import { editHooks } from './edit-hooks'
import { hookSetKeeping } from './hook-sets'
import { restoreComposition } from './restore'
import type { SyncParts } from './sync-hooks'
import { undoing } from './undo'

export interface ComposingParts extends AttachSetParts, SyncParts {
  readonly extensions: ChangeParts['extensions']
  readonly db: Database
}

export function composing(
  parts: ComposingParts,
): Composing & Pick<Operations, 'attach' | 'changeAttachment' | 'detach'> {
  return {
    ...singleEdits(parts),
    ...undoing(parts),
    ...hookSetKeeping(parts),
    attachSet: (id, request) => attachSet(parts, id, request),
    changeHooks: (id, attachments, change) => changeSeveral(parts, id, { attachments, change }),
    restoreComposition: (id, hash, seen = {}) => restoreComposition(parts, id, { hash, ...seen }),
  }
}

function singleEdits(parts: ComposingParts): Pick<Operations, 'attach' | 'changeAttachment' | 'detach'> {
  const { sessions } = parts
  return {
    async attach(id, spec) {
      const { workspace } = sessions.record(id)
      const hook = await makeAttachment(parts, spec, workspace)
      return editHooks(sessions.runner(id), (hooks) => ({
        hooks: insertAt(hooks, hook, spec.position),
        name: `attach ${hook.name}`,
        change: `${hook.name} was attached at ${hook.points.join(', ')}`,
      }))
    },
    async changeAttachment(id, attachment, change) {
      const before = findAttachment(sessions.runner(id).composition().hooks, attachment)
      const checked = await checkChange(parts, before, change)
      return editHooks(sessions.runner(id), (hooks) => changeAttachment(hooks, attachment, checked))
    },
    async detach(id, attachment) {
      return editHooks(sessions.runner(id), (hooks) => detach(hooks, attachment))
    },
  }
}
