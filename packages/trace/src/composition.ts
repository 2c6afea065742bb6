import type { AttachmentId } from './ids'
import type { JsonObject } from './json'
import type { PointId } from './points'
import type { FailurePolicy, HookMode, HookSource } from './verdict'

/** A hook on a session: which, where, in what mode, with which parameters. Its place in the list is its asking order. */
export interface Attachment {
  readonly id: AttachmentId
  /** The library slug, or the path of a hook file; `program/tools.before` or `extension/hook` where a program or an extension brought it. */
  readonly hook: string
  readonly name: string
  readonly source: HookSource
  /** The points at which this attachment is asked: a subset of the hook's own. */
  readonly points: readonly PointId[]
  readonly mode: HookMode
  readonly onFailure: FailurePolicy
  readonly params: JsonObject
  /** Content hash of code and parameters; null where it does not load. */
  readonly version: string | null
  /** Why it does not load, or null. Beside a version: what is wrong with the file now, while its last good version runs. */
  readonly error: string | null
  /** What of it its file, which may well load, does not take any more. Absent where all is as it was attached. */
  readonly unfit?: Unfit
  /** Those of one group stand at one position and are asked side by side: the commands of `hooks.json`. */
  readonly group?: string
  /** The set of hooks that it came with, or was put under, by its name then. Absent where it stands for itself. */
  readonly set?: string
}

export interface Unfit {
  readonly why: string
  /** Its points at which nobody asks it for that: none where an older version runs. */
  readonly points: readonly PointId[]
}

export type RewriteRule = 'first' | 'chain'
export type PermissionMode = 'ask' | 'auto' | 'deny'

/** What rules a session's next turn: enabled extensions, attached hooks and the session's policies. */
export interface Composition {
  /** Content hash of all below. */
  readonly hash: string
  readonly extensions: readonly string[]
  /** The program whose prompt and hooks rule the session: its name, or an absolute folder. Absent where there is none. */
  readonly program?: string
  /** Absolute: the files that take the place of the home's `hooks.json`. Absent where that holds. */
  readonly commandFiles?: readonly string[]
  readonly hooks: readonly Attachment[]
  readonly rewrites: RewriteRule
  readonly stopAtFirstBlock: boolean
}
