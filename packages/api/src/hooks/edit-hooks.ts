/**
 * The one way in which a person's edit reaches a session. Promises: between reading what rules and writing what shall rule
 * nothing else happens, since no edit waits for anything; an edit that changes nothing leaves no trace; what a program or an
 * extension brought stays first.
 */
import type { Attachment, Composition } from '@belay/trace'
import type { SessionRunner } from '../sessions/session-runner'
import { refuseMixing } from './brought'
import { compose } from './composition'

export interface Edit {
  readonly hooks: readonly Attachment[]
  /** What it is to undo, in a few words: `attach block-commands`. */
  readonly name: string
  /** What happened, as a sentence: `block-commands was attached at tools.before`. */
  readonly change: string
}

export type Edited = Pick<SessionRunner, 'composition' | 'replaceComposition'>

/** What has to be waited for is asked before; `edit` then judges by what is attached now. It throws to change nothing. */
export function editHooks(session: Edited, edit: (hooks: readonly Attachment[]) => Edit): Composition {
  const before = session.composition()
  const { hooks, name, change } = edit(before.hooks)
  refuseMixing(before.hooks, hooks)
  const after = compose({ ...before, hooks })
  if (after.hash === before.hash) return before
  if (!session.replaceComposition(before, after, { kind: 'edit', name, change }))
    throw new Error('the hooks of a session were changed while they were being changed')
  return after
}
