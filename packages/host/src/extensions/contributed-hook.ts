/** A hook that an extension brings to a session: of this process, asked before all others. */
import type { Asking, Hook } from '@belay/hooks'
import type { FailurePolicy, JsonObject, PointId, SessionId } from '@belay/trace'

export interface ContributedHook
  extends Pick<Hook, 'distrusted'>,
    Partial<Pick<Hook, 'group' | 'pass' | 'lastWordsMs'>> {
  readonly extension: string
  /** Unique within its extension. */
  readonly name: string
  /** What people read; absent where that is the name. */
  readonly title?: string
  /** Absent: `extension`. */
  readonly source?: 'command'
  /** What holds of it: absent where a person chooses, and `open` until they do. */
  readonly onFailure?: FailurePolicy
  /** Why it cannot be asked, or null. */
  readonly error?: string | null
  readonly points: readonly PointId[]
  readonly timeoutMs: number
  readonly recheck: boolean
  readonly observe: boolean
  /** Changes with what it does: the extension's version, or a hash. */
  readonly version: string
  readonly skips?: Hook['skips']
  /** As a hook of the pipeline answers. It runs in this process: it must neither loop nor block. */
  ask(asking: Asking): unknown
}

/** What hooks are contributed to. */
export interface HookPlace {
  /** Absolute. */
  readonly workspace: string
  /** Whose; absent where none is there yet. */
  readonly session?: SessionId | undefined
  readonly commandFiles?: readonly string[] | undefined
  /** An event as an agent sent it, which commands get as it is: for who tries them out. */
  readonly given?: JsonObject | undefined
}
