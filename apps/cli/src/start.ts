/** Runs one command's work in a context of its own and sees to it that nothing stays open. */
import type { Command } from 'commander'
import { type Context, openContext } from './context'
import { EXIT, type ExitCode, interrupted } from './failure'
import type { Output } from './output'

/** What a command does; its result is the exit code, 0 where it says none. */
export type Work = (context: Context) => Promise<ExitCode | undefined>

export interface Start {
  /** For work that an interruption may cut anywhere. */
  (command: Command, work: Work): Promise<void>
  /** For work that watches `context.signal` and ends in its own way. */
  toItsEnd(command: Command, work: Work): Promise<void>
}

export interface StartOptions {
  readonly out: Output
  readonly root: string
  readonly signal: AbortSignal
  finish(exit: ExitCode): void
}

export function makeStart({ out, root, signal, finish }: StartOptions): Start {
  const within = async (command: Command, run: (context: Context) => Promise<ExitCode | undefined>): Promise<void> => {
    const { home, json } = command.optsWithGlobals<{ home?: string; json?: boolean }>()
    const context = openContext({ out, root, json: json === true, home, signal })
    try {
      finish((await run(context)) ?? EXIT.fine)
    } finally {
      await context.close()
    }
  }
  const start = (command: Command, work: Work): Promise<void> =>
    within(command, (context) => Promise.race([work(context), interruption(signal)]))
  return Object.assign(start, { toItsEnd: within })
}

function interruption(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(interrupted())
    else signal.addEventListener('abort', () => reject(interrupted()), { once: true })
  })
}
