/**
 * What rules a session: read off its record, changed through its log, and loaded for a turn. Promises: what takes the place of a
 * composition was made from that very one, so that no change is lost to another that was under way.
 */
import type { SessionRecord } from '@belay/db'
import type { Hook } from '@belay/hooks'
import type { Program } from '@belay/host'
import type { Composition, CompositionChangeKind, SessionId } from '@belay/trace'
import { compose } from '../hooks/composition'
import { loadHooks } from '../hooks/load-hooks'
import { syncHooks } from '../hooks/sync-hooks'
import type { SessionLog } from '../log/session-log'
import { OperationError } from '../operations'
import { usableProgram } from '../programs/usable-program'
import { enabledIn } from './models'
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
  /** What files, programs and extensions have by now: an edited hook is another version, and the record says so. */
  fresh(): Promise<Composition>
  load(composition: Composition): Promise<readonly Hook[]>
  /** The program that rules; null where none does. Throws where it can't rule a turn. */
  program(composition: Composition): Promise<Program | null>
}

export interface CompositionSide {
  readonly session: SessionId
  readonly log: SessionLog
  readonly record: () => SessionRecord
}

export function createSessionComposition(
  parts: SessionParts,
  { session, log, record }: CompositionSide,
): SessionComposition {
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
        const { workspace, extensionsChosen } = record()
        const extensions = enabledIn(parts.extensions, before.extensions, extensionsChosen)
        await parts.extensions.ready(session, { extensions, workspace })
        const { hooks, change } = await syncHooks(parts, { ...before, extensions, workspace, session })
        const after = compose({ ...before, extensions, hooks })
        const words = change ?? 'the extensions of this session follow the default'
        // Edited while the library was asked: the edit is looked at too.
        const isSame = after.hash === before.hash
        if (isSame ? current().hash === before.hash : replace(before, after, { kind: 'refresh', change: words }))
          return after
      }
    },
    program: async ({ program }) => (program === undefined ? null : usableProgram(parts.library, program)),
    async load(composition) {
      const { verifier, workspace } = record()
      await parts.extensions.ready(session, { ...composition, workspace })
      const loaded = await loadHooks(parts, composition, { workspace, session })
      return verifier === null ? loaded : [...loaded, parts.verifier(verifier, workspace)]
    },
  }
}
