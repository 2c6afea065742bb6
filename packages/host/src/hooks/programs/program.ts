/** What a program is, to everybody who shows one or runs under one (`hooks.md` §8). */
import type { Skill } from '@belay/hooks'
import type { Json, PointId } from '@belay/trace'

export interface ProgramProblem {
  /** Absolute. */
  readonly file: string
  /** From 1; null where it is about the whole file. */
  readonly line: number | null
  readonly message: string
}

/** One function of one of the seven files, at its point. */
export interface ProgramHook {
  readonly point: PointId
  /** Absolute. */
  readonly file: string
  /** Content hash of the file, or of its last good version; null where none ever loaded. */
  readonly version: string | null
  /** Since when (epoch milliseconds) an older version runs because the file has an error; absent where the file itself runs. */
  readonly stale?: number
  /** Beside it: when the version that runs was first known to load. */
  readonly versionAt?: number
  /** Why the file as it is does not load, or null. */
  readonly error: ProgramProblem | null
}

export interface Program {
  /** The folder's name, or its absolute path where it is not under the home folder. */
  readonly name: string
  readonly folder: string
  /** Null where `agent.yaml` says nothing: the installation's own. */
  readonly system: string | null
  /** `provider/model`, or null. */
  readonly model: string | null
  readonly maxIterations: number
  readonly skills: readonly Skill[]
  readonly outputSchema: Json
  readonly hooks: readonly ProgramHook[]
  /** Wrong file names, functions that are no point of their file, what does not load, a bad `agent.yaml`. */
  readonly problems: readonly ProgramProblem[]
  /** Why no turn can run under it (a folder that can't be read, a bad `agent.yaml`), in a sentence with file and line; or null. */
  readonly unusable: string | null
}
