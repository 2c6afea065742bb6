/** What a command said and how it ran. Only the host makes these: what a hook file answers can't claim to be a command. */
import type { CommandFacts, Json } from '@belay/trace'

export interface CommandRan {
  readonly facts: CommandFacts
  /** What it was given on its stdin; null where it was not started. */
  readonly payload: string | null
  /** What a person should know beside what it said. */
  readonly notes: readonly string[]
}

/** An answer as any hook gives it, with how the command ran. */
export class CommandSaid {
  constructor(
    readonly answer: unknown,
    readonly ran: CommandRan,
    /** What it rewrote beside its decision; null where nothing. */
    readonly rewrite: Json = null,
  ) {}
}
