/** What a command said, read off its run (`command-hooks.md` §3): one for each run, whatever came of it. */
import type { Decision, HookError, Json } from '@belay/trace'

export interface CommandAnswer {
  /** `pass` where it decided nothing; `rewrite` where it only rewrote. */
  readonly decision: Decision
  /** What the decision carries, as its point takes it: `{ question }`, `{ args }`, a text; else null. */
  readonly value: Json
  /** What it rewrote, `{ args }` or the text of the result, also beside `ask`, `allow` and a block at `tools.after`; null where nothing. */
  readonly rewrite: Json
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

export type { CommandFacts } from '@belay/trace'
