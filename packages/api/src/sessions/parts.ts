/** What running sessions takes: made once a process by the composition root, and by tests with parts of their own. */
import type { CompactSession, EndSession, ResumeTurn, RunTurn } from '@belay/agent'
import type { Database } from '@belay/db'
import type { Hook } from '@belay/hooks'
import type { ContentStore, HookLibrary } from '@belay/host'
import type { Clock, IdSource } from '@belay/trace'
import type { SessionExtensions } from '../extensions/session-extensions'
import type { DetailKeeper } from '../log/details'
import type { EventBus } from '../log/event-bus'
import type { Mask } from '../log/mask'

export interface SessionParts {
  readonly db: Database
  readonly bus: EventBus
  readonly clock: Clock
  readonly ids: IdSource
  readonly mask: Mask
  readonly details: DetailKeeper
  /** Files as they were before turns. */
  readonly contents: ContentStore
  readonly library: HookLibrary
  readonly extensions: SessionExtensions
  readonly verifier: (command: string, workspace: string) => Hook
  readonly runTurn: RunTurn
  readonly resumeTurn: ResumeTurn
  readonly endSession: EndSession
  readonly compactSession: CompactSession
  /** One line for the server's log. */
  readonly report: (line: string) => void
}
