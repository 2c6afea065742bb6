/**
 * Undo and redo of what people did to the hooks of a session. Promises: the stacks are those that every page folds from the
 * log; nothing is undone over a change that the caller has not seen; versions are those that hook files have now.
 */

import type { CompositionChangeRecord, Database } from '@belay/db'
import { type Composition, type CompositionHistory, NO_HISTORY, noteChange, type SessionId } from '@belay/trace'
import type { Composing, UndoRequest } from '../contract/composing'
import { type ChangeParts, changeComposition } from '../extensions/change-composition'
import { OperationError } from '../operations'
import type { Sessions } from '../sessions/sessions'
import { compose, filesOf } from './composition'
import { type SyncParts, syncHooks } from './sync-hooks'

export interface UndoParts extends SyncParts {
  readonly extensions: ChangeParts['extensions']
  readonly db: Pick<Database, 'compositionChanges' | 'composition'>
  readonly sessions: Sessions
}

export function undoing(parts: UndoParts): Pick<Composing, 'undo' | 'redo' | 'compositionHistory'> {
  return {
    undo: (id, request = {}) => step(parts, id, { ...request, kind: 'undo' }),
    redo: (id, request = {}) => step(parts, id, { ...request, kind: 'redo' }),
    async compositionHistory(id) {
      parts.sessions.record(id)
      return historyOf(parts.db.compositionChanges(id))
    },
  }
}

export function historyOf(changes: readonly CompositionChangeRecord[]): CompositionHistory {
  return changes.reduce((history, { seq, kind, name, before, after }) => {
    const event = { seq, kind, composition: { hash: after }, ...(name === null ? {} : { name }) }
    return noteChange(history, event, before)
  }, NO_HISTORY)
}

type Step = UndoRequest & { readonly kind: 'undo' | 'redo' }

/** What the library is asked for takes a moment: where somebody edits meanwhile, it begins anew. */
async function step(parts: UndoParts, id: SessionId, { kind, expect }: Step): Promise<Composition> {
  const { db, sessions } = parts
  const runner = sessions.runner(id)
  const next = () => historyOf(db.compositionChanges(id))[kind].at(-1)
  for (;;) {
    const before = runner.composition()
    if (expect !== undefined && expect !== before.hash) throw movedOn(db.compositionChanges(id), { kind, expect })
    const edit = next()
    if (edit === undefined) throw nothingTo(kind)
    const target = db.composition(kind === 'undo' ? edit.before : edit.after)
    if (target === null) throw new Error(`session ${id} has lost the composition of event ${edit.seq}`)
    const { program, extensions, commandFiles } = target
    const { workspace } = sessions.record(id)
    const ruling = { extensions, workspace, program, hooks: target.hooks, ...filesOf(target) }
    const { hooks } = await syncHooks(parts, ruling, before.hooks)
    if (next()?.seq !== edit.seq) continue
    const after = compose({ ...before, extensions, commandFiles, program, hooks })
    const change = `${kind === 'undo' ? 'Undone' : 'Redone'}: ${edit.name}`
    const words = { kind, name: edit.name, change }
    if (await changeComposition(parts, id, { before, after, words })) return after
  }
}

function nothingTo(kind: Step['kind']): OperationError {
  const why =
    kind === 'undo' ? 'nobody has changed the hooks of this session' : 'nothing was undone since the last change'
  return new OperationError('conflict', `There is nothing to ${kind}: ${why}.`)
}

/** A page of many changes ago is told the last ones. */
const MOST_NAMED = 3

function movedOn(changes: readonly CompositionChangeRecord[], { kind, expect }: Required<Step>): OperationError {
  const seen = changes.findLastIndex((change) => change.after === expect)
  const since = changes.slice(seen < 0 && changes[0]?.before !== expect ? changes.length : seen + 1)
  const named = since.slice(-MOST_NAMED).map(wordsOf)
  const more = since.length > named.length ? [`${since.length - named.length} more before`] : []
  const what = since.length === 0 ? '' : ` (${[...named, ...more].join('; ')})`
  return new OperationError(
    'conflict',
    `The hooks of this session were changed meanwhile${what}, so nothing was ${kind === 'undo' ? 'undone' : 'redone'}. Look at them as they are now, then try again.`,
  )
}

function wordsOf({ kind, name }: CompositionChangeRecord): string {
  switch (kind) {
    case 'edit':
      return name ?? 'a change without a name'
    case 'undo':
    case 'redo':
      return `${kind}: ${name ?? 'a change without a name'}`
    case 'refresh':
      return 'a hook file was edited'
  }
}
