/**
 * What rules a session: read off its record, changed through its log, and loaded for a turn. Promises: what takes the place of a
 * composition was made from that very one, so that no change is lost to another that was under way.
 */
import type { SessionRecord } from '@belay/db'
import type { Hook } from '@belay/hooks'
import type { Composition, CompositionChangeKind } from '@belay/trace'
import { refreshAttachments } from '../hooks/attachments'
import { compose } from '../hooks/composition'
import type { SessionLog } from '../log/session-log'
import { OperationError } from '../operations'
import type { SessionParts } from './parts'

/** What happened, for the record. */
export interface CompositionWords {
  readonly kind: CompositionChangeKind
  /** Absent where nobody can undo it. */
  readonly name?: string
  readonly change: string
}

export interface SessionComposition {
  current(): Composition
  /** Changes nothing and gives false where something else than `before` rules by now. */
  replace(before: Composition, after: Composition, words: CompositionWords): boolean
  /** A hook file that was edited since it was attached is another version: what rules changes, and says so. */
  fresh(): Promise<Composition>
  load(composition: Composition): Promise<readonly Hook[]>
}

export interface CompositionSide {
  readonly log: SessionLog
  readonly record: () => SessionRecord
}

export function createSessionComposition(parts: SessionParts, { log, record }: CompositionSide): SessionComposition {
  const current = () => {
    const { id, composition: hash } = record()
    const composition = parts.db.composition(hash)
    if (composition === null) throw new Error(`session ${id} has no composition`)
    return composition
  }
  const replace = (before: Composition, after: Composition, words: CompositionWords) => {
    if (record().composition !== before.hash) return false
    log.emit({ type: 'composition.changed', composition: after, ...words })
    if (record().composition === after.hash) return true
    throw new OperationError('unavailable', 'Belay is stopping; nothing was changed.')
  }
  return {
    current,
    replace,
    async fresh() {
      for (;;) {
        const before = current()
        const { hooks, change } = await refreshAttachments(parts.library, before.hooks)
        const after = change === null ? before : compose({ ...before, hooks })
        // Edited while the library was asked: the edit is looked at too.
        if (change === null ? current().hash === before.hash : replace(before, after, { kind: 'refresh', change }))
          return after
      }
    },
    async load({ hooks }) {
      const { verifier, workspace } = record()
      const loaded = await parts.library.load(hooks)
      return verifier === null ? loaded : [...loaded, parts.verifier(verifier, workspace)]
    },
  }
}
