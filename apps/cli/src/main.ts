/**
 * The command line: arguments in, words and an exit code out. Promises: never a stack trace without `--debug`, one
 * sentence for a failure, nothing left running when it ends.
 */
import { EXIT, type ExitCode } from './failure'
import { type Output, openOutput } from './output'
import { safe } from './print/text'
import { makeProgram } from './program'
import { asSentence, readFailure } from './report'
import { makeStart } from './start'

/** `root` is the checkout that this runs from. */
export async function main(argv: readonly string[], root: string): Promise<void> {
  const out = openOutput(process.stdout, process.stderr)
  const signal = AbortSignal.any([interruption(), out.closed, out.broken])
  let code: ExitCode = EXIT.fine
  const finish = (exit: ExitCode): void => {
    code = exit
  }
  const tell = (error: unknown): ExitCode => report(out, error, argv)
  process.on('uncaughtException', (error) => process.exit(tell(error)))
  try {
    const start = makeStart({ out, root, signal, finish })
    await makeProgram(out, start, argv.includes('--json')).parseAsync(argv, { from: 'user' })
  } catch (error) {
    // Whatever else failed, failed because of this.
    code = out.fault() === null ? tell(error) : code
  }
  await out.flush()
  // A write that failed says so in the next round.
  await new Promise((resolve) => setImmediate(resolve))
  const fault = out.fault()
  process.exit(fault === null ? code : tell(fault))
}

/** Says what went wrong, unless nobody reads any more: then whatever failed because of that is not worth a word. */
function report(out: Output, error: unknown, argv: readonly string[]): ExitCode {
  const { exit, sentence } = readFailure(error)
  if (out.closed.aborted) return exit === EXIT.usage ? exit : EXIT.fine
  if (sentence !== null) out.note(`belay: ${safe(asSentence(sentence, argv))}`)
  if (argv.includes('--debug') && error instanceof Error) out.note(error.stack ?? error.message)
  return exit
}

function interruption(): AbortSignal {
  const interrupt = new AbortController()
  const onSignal = (): void => {
    // A person who asks twice does not want to wait for an orderly end.
    if (interrupt.signal.aborted) process.exit(EXIT.interrupted)
    interrupt.abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return interrupt.signal
}
