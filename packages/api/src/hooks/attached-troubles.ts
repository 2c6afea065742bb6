/** Hooks on sessions that are not what was attached: what a person goes by is named, wherever its file was edited. */
import type { Database } from '@belay/db'
import type { HookLibrary } from '@belay/host'
import { sessionId } from '@belay/trace'
import type { AttachedTrouble } from '../contract/hook-files'
import { asAttached, troubleOf } from './as-attached'

export interface TroubleParts {
  readonly db: Pick<Database, 'sessions' | 'composition'>
  readonly library: HookLibrary
}

/** Of sessions that anybody still works in. */
const MOST_SESSIONS = 50

export async function attachedTroubles({ db, library }: TroubleParts): Promise<readonly AttachedTrouble[]> {
  const troubles: AttachedTrouble[] = []
  for (const { id, title, composition } of db.sessions({}).slice(0, MOST_SESSIONS)) {
    const hooks = db.composition(composition)?.hooks ?? []
    for (const attachment of hooks.filter(({ source }) => source === 'library')) {
      const { hook } = await asAttached(library, attachment)
      const message = troubleOf(hook)
      if (message === null) continue
      const { id: own, hook: slug, name } = hook
      troubles.push({ session: sessionId(id), title, attachment: own, hook: slug, name, message })
    }
  }
  return troubles
}
