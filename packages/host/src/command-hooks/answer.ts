/** What a command said, read off its run (`command-hooks.md` §3): one for each run, whatever came of it. */
import type { Decision, HookError, Json } from '@belay/trace'

export interface CommandAnswer {
  /** `pass` where it decided nothing. */
  readonly decision: Decision
  readonly value: Json
  readonly reason: string | null
  readonly context: readonly string[]
  readonly notes: readonly string[]
  readonly halt: string | null
  /** Null where it answered; a refusal that was printed is an answer at any exit. */
  readonly failure: HookError | null
  /** Stays on the node until the command has run once without it: a guard that never starts must be seen. */
  readonly warning: string | null
  /** Arguments that a rewrite left out, by name. */
  readonly dropped: readonly string[]
}

/** How a verdict of a command tells of its run, on the record and on the wire. */
export interface CommandFacts {
  readonly line: string
  readonly places: readonly string[]
  readonly exitCode: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  readonly stdoutBytes: number
  readonly stderrBytes: number
  readonly stdinDelivered: boolean
  readonly pipesHeld: boolean
}
