/** The server's log file: one line an event, with its time. Never on the terminal, which belongs to the person. */
import { createWriteStream, renameSync, statSync } from 'node:fs'
import { format } from 'node:util'

export interface ServerLog {
  line(text: string): void
  close(): void
}

/** Beyond this the last run's file is set aside: two of them at most. */
const MOST_BYTES = 5_000_000

export function openServerLog(path: string): ServerLog {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) renameSync(path, `${path}.1`)
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 })
  return {
    line: (text) => {
      stream.write(`${new Date().toISOString()} ${text}\n`)
    },
    close: () => stream.end(),
  }
}

/** What Next and other packages print goes to `write`: stdout has the ready line, and nothing else, for whoever reads it. */
export function keepConsoleOff(write: (line: string) => void): void {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    console[method] = (...parts: unknown[]) => write(format(...parts))
}
