/**
 * The one way in which a person's edit reaches a session. Promises: between reading what rules and writing what shall rule
 * nothing else happens, since no edit waits for anything; an edit that changes nothing leaves no trace.
 */
import type { Attachment, Composition, SessionId } from '@belay/trace'
import type { Sessions } from '../sessions/sessions'
import { compose } from './composition'

export interface Edit {
  readonly hooks: readonly Attachment[]
  /** What it is to undo, in a few words: `attach block-commands`. */
  readonly name: string
  /** What happened, as a sentence: `block-commands was attached at tools.before`. */
  readonly change: string
}

/** What has to be waited for is asked before; `edit` then judges by what is attached now. It throws to change nothing. */
export function editHooks(
  sessions: Sessions,
  id: SessionId,
  edit: (hooks: readonly Attachment[]) => Edit,
): Composition {
  const runner = sessions.runner(id)
  const before = runner.composition()
  const { hooks, name, change } = edit(before.hooks)
  const after = compose({ ...before, hooks })
  if (after.hash === before.hash) return before
  if (!runner.replaceComposition(before, after, { kind: 'edit', name, change }))
    throw new Error(`the hooks of ${id} were changed while they were being changed`)
  return after
}
