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
  /** Of a member of a group: it may have answered long before it is taken in. */
  answeredMs: number | null
  /** Known before it is asked: it did not load, is not trusted, or its matcher threw. */
  failure: NoAnswer | null
  /** Why `failure` stands for a hook that was not asked at all. */
  missing: 'failed to load' | 'not trusted' | null
  /** Opened with the others of its group: whatever changed since is theirs. */
  grouped: boolean
  /** The hook of its group whose rewrite counts in the place of this one's, where the session chains. */
  outdone: string | null
}
