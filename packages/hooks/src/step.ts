import type { Json, PointId } from '@belay/trace'
import type { Hook } from './hook'
import type { HookAsking } from './hook-asking'
import type { NoAnswer } from './settle'

/** One hook in its turn to be asked. */
export interface Step<P extends PointId> {
  readonly hook: Hook
  readonly position: number
  readonly recheck: boolean
  readonly asking: HookAsking<P>
  /** The subject as this hook sees it, and how often it had been rewritten by then. */
  readonly handed: Json
  readonly revision: number
  startedMs: number
  /** Known before it is asked: it did not load, or its matcher threw. */
  failure: NoAnswer | null
}
