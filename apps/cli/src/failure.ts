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

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links lead in a circle',
}

/** Why the system did not write, as a part of a sentence; null for what it did not say. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  return reasons[error.code] ?? error.code
}
