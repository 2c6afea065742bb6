/**
 * How a command ends other than well, and the exit code that each end has. A failure is one sentence for people; a stack
 * is printed only with `--debug`.
 */
export const EXIT = {
  fine: 0,
  /** The work failed, or a test did. */
  failed: 1,
  /** Wrong usage or unreadable input. */
  usage: 2,
  /** `fire --exit-code`: the outcome is a block. */
  blocked: 3,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  constructor(
    readonly exit: ExitCode,
    message: string,
  ) {
    super(message)
  }
}

export const usage = (sentence: string): CommandFailure => new CommandFailure(EXIT.usage, sentence)
export const failed = (sentence: string): CommandFailure => new CommandFailure(EXIT.failed, sentence)
export const interrupted = (): CommandFailure => new CommandFailure(EXIT.interrupted, 'interrupted')
