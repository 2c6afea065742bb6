/** One path that a call is about. */
import type { Reach, Touch } from './touch'

export interface CallPath {
  /** As it goes on from `folder`, `~` filled in; its wildcards are still there. */
  readonly path: string
  readonly folder: string
  readonly touch: Touch
  /** The program, or the tool. */
  readonly by: string
  /** A word of a command, which need not be a path; else an argument that is called like one. */
  readonly isWord: boolean
  /** Not the path itself is touched, but some of what is below it. */
  readonly reach?: Reach
}

export interface CallPaths {
  readonly paths: readonly CallPath[]
  /** Why it could not be read to its end, as the end of a sentence that begins with "it"; or null. */
  readonly unread: string | null
}

/** More than anybody writes; each may cost a look at the disk. */
export const MOST_PATHS = 5_000
