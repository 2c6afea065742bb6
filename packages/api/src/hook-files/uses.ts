import type { Database } from '@belay/db'
import { attachmentId, sessionId } from '@belay/trace'
import type { HookUse } from '../contract/hook-files'

export interface UsesOf {
  readonly db: Pick<Database, 'hookUses'>
}

/** Where a hook is attached now, in sessions that are not deleted. */
export function usesFrom({ db }: UsesOf): (hook: string) => readonly HookUse[] {
  return (hook) =>
    db.hookUses(hook).map((use) => ({
      ...use,
      session: sessionId(use.session),
      attachment: attachmentId(use.attachment),
    }))
}
