/**
 * Where a command's words go. Promises: stdout holds only what was asked for, everything else goes to stderr; when the
 * reader of stdout goes away (`| head`) nothing fails, `closed` aborts and later writes go nowhere.
 */
export interface Output {
  readonly columns: number
  /** Aborts when nobody reads stdout any more. */
  readonly closed: AbortSignal
  print(text: string): void
  line(text: string): void
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
  const forgive = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EPIPE') throw error
    gone.abort()
  }
  stdout.on('error', forgive)
  stderr.on('error', forgive)
  const print = (text: string): void => {
    if (!gone.signal.aborted) stdout.write(text)
  }
  return {
    columns: stdout.columns ?? PLAIN_COLUMNS,
    closed: gone.signal,
    print,
    line: (text) => print(`${text}\n`),
    json: (value) => print(`${JSON.stringify(value)}\n`),
    note: (text) => {
      stderr.write(`${text}\n`)
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
