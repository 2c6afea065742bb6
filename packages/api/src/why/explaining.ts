/** Why something came out as it did, and what there is on record to try hooks on: read off the store, changing nothing. */
import type { Database } from '@belay/db'
import type { HookLibrary } from '@belay/host'
import type { HookInspection } from '../contract/hook-files'
import type { Explaining } from '../contract/why'
import type { DetailKeeper } from '../log/details'
import { OperationError } from '../operations'
import type { Sessions } from '../sessions/sessions'
import { checkHooks } from './check-hooks'

export interface ExplainingParts {
  readonly db: Database
  readonly details: Pick<DetailKeeper, 'flush'>
  readonly library: HookLibrary
  readonly sessions: Sessions
}

export function explaining(parts: ExplainingParts): Explaining & HookInspection {
  const absent = async (): Promise<never> => {
    throw new OperationError('unavailable', 'This explanation cannot be given yet.')
  }
  return {
    whyCall: absent,
    whySpan: absent,
    findCalls: absent,
    shadowRecord: absent,
    firedEvent: absent,
    recordedEvents: absent,
    checkHooks: (paths) => checkHooks(parts, paths),
  }
}
