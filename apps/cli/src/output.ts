/**
 * Where a command's words go. Promises: stdout holds only what was asked for, everything else goes to stderr; when the
 * reader of stdout goes away (`| head`) nothing fails, `closed` aborts and later writes go nowhere. Where stdout takes no more
 * (a full disk) `broken` aborts, and that is the failure of the command.
 */
import { type CommandFailure, failed, reasonOf } from './failure'
import { safePainted } from './print/paint'
import { jsonText, safe } from './print/text'

export interface Output {
  readonly columns: number
  /** Whether stdout is a terminal that shows them, and nobody asked for none (`NO_COLOR`). */
  readonly colours: boolean
  /** Aborts when nobody reads stdout any more. */
  readonly closed: AbortSignal
  /** Aborts when stdout takes no more. */
  readonly broken: AbortSignal
  /** Why it takes no more; null while it does. */
  fault(): CommandFailure | null
  /** As it stands: what goes into a file or is safe already. */
  print(text: string): void
  /** Whatever is in it, nothing of it can do anything to a terminal. */
  line(text: string): void
  /** The same, but for the colours that `Paint` gives. */
  painted(text: string): void
  json(value: unknown): void
  /** To stderr, a line. */
  note(text: string): void
  /** Resolves once all that was printed has been taken. */
  flush(): Promise<void>
}

/** Into a file or a pipe nothing has to be cut. */
const PLAIN_COLUMNS = 10_000

export function openOutput(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): Output {
  const gone = new AbortController()
  const broken = new AbortController()
  let fault: CommandFailure | null = null
  const isGone = (error: NodeJS.ErrnoException): boolean => {
    if (error.code === 'EPIPE') gone.abort()
    return error.code === 'EPIPE'
  }
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    const reason = reasonOf(error)
    if (isGone(error) || fault !== null) return
    if (reason === null) throw error
    fault = failed(`stdout could not be written: ${reason}`)
    broken.abort()
  })
  // What can't be said can't be said about that either.
  stderr.on('error', isGone)
  const print = (text: string): void => {
    if (!gone.signal.aborted && fault === null) stdout.write(text)
  }
  return {
    columns: stdout.columns ?? PLAIN_COLUMNS,
    colours: stdout.isTTY === true && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb',
    ...{ closed: gone.signal, broken: broken.signal, fault: () => fault },
    print,
    line: (text) => print(`${safe(text)}\n`),
    painted: (text) => print(`${safePainted(text)}\n`),
    json: (value) => print(`${jsonText(value)}\n`),
    note: (text) => {
      stderr.write(`${safe(text)}\n`)
    },
    flush: () => Promise.all([drain(stdout), drain(stderr)]).then(() => undefined),
  }
}

function drain(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableLength === 0) resolve()
    else stream.write('', () => resolve())
  })
}
