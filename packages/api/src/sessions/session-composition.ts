/** What rules a session: read off its record, changed through its log, and loaded for a turn. */
import type { SessionRecord } from '@belay/db'
import type { Hook } from '@belay/hooks'
import type { Composition } from '@belay/trace'
import { refreshAttachments } from '../hooks/attachments'
import { compose } from '../hooks/composition'
import type { SessionLog } from '../log/session-log'
import type { SessionParts } from './parts'

export interface SessionComposition {
  current(): Composition
  set(composition: Composition, change: string): void
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
  const set = (composition: Composition, change: string) =>
    log.emit({ type: 'composition.changed', composition, change })
  return {
    current,
    set,
    async fresh() {
      const before = current()
      const { hooks, change } = await refreshAttachments(parts.library, before.hooks)
      if (change === null) return before
      const after = compose({ ...before, hooks })
      set(after, change)
      return after
    },
    async load({ hooks }) {
      const { verifier, workspace } = record()
      const loaded = await parts.library.load(hooks)
      return verifier === null ? loaded : [...loaded, parts.verifier(verifier, workspace)]
    },
  }
}
