/**
 * The command line: arguments in, words and an exit code out. Promises: never a stack trace without `--debug`, one
 * sentence for a failure, nothing left running when it ends.
 */
import { EXIT, type ExitCode } from './failure'
import { openOutput } from './output'
import { safe } from './print/text'
import { makeProgram } from './program'
import { asSentence, readFailure } from './report'
import { makeStart } from './start'

/** `root` is the checkout that this runs from. */
export async function main(argv: readonly string[], root: string): Promise<void> {
  const out = openOutput(process.stdout, process.stderr)
  const signal = AbortSignal.any([interruption(), out.closed])
  let code: ExitCode = EXIT.fine
  const finish = (exit: ExitCode): void => {
    code = exit
  }
  try {
    const start = makeStart({ out, root, signal, finish })
    await makeProgram(out, start, argv.includes('--json')).parseAsync(argv, { from: 'user' })
  } catch (error) {
    const { exit, sentence } = readFailure(error)
    // Nobody reads any more: whatever failed because of that is not worth a word.
    code = out.closed.aborted && exit !== EXIT.usage ? EXIT.fine : exit
    if (sentence !== null && !out.closed.aborted) out.note(`belay: ${safe(asSentence(sentence))}`)
    if (argv.includes('--debug') && error instanceof Error) out.note(error.stack ?? error.message)
  }
  await out.flush()
  process.exit(code)
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
