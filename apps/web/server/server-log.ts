/** The server's log file: one line an event, with its time. Never on the terminal, which belongs to the person. */
import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { format } from 'node:util'

export interface ServerLog {
  line(text: string): void
  close(): void
}

/** Beyond this the file is set aside, in the place of the one before: two of them at most, also where the server runs for long. */
const MOST_BYTES = 5 * 1_048_576
/** A stack is shorter; what is longer came from outside. */
const MOST_LINE_CHARS = 16_384

/** Lines are written at once: they are few, and the last ones before a crash are the ones that are looked for. */
export function openServerLog(path: string, mostBytes = MOST_BYTES): ServerLog {
  let file = openSync(path, 'a', 0o600)
  let size = fstatSync(file).size
  const setAside = () => {
    closeSync(file)
    renameSync(path, `${path}.1`)
    file = openSync(path, 'a', 0o600)
    size = 0
  }
  let open = true
  return {
    line: (text) => {
      if (!open) return
      const line = `${new Date().toISOString()} ${text.length > MOST_LINE_CHARS ? `${text.slice(0, MOST_LINE_CHARS)}…` : text}\n`
      try {
        if (size > 0 && size + line.length > mostBytes) setAside()
        size += writeSync(file, line)
      } catch {
        // A full disk: the server goes on without its log, and everything else says so by itself.
      }
    },
    close: () => {
      if (open) closeSync(file)
      open = false
    },
  }
}

/** What Next and other packages print goes to `write`: stdout has the ready line, and nothing else, for whoever reads it. */
export function keepConsoleOff(write: (line: string) => void): void {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    console[method] = (...parts: unknown[]) => write(format(...parts))
}
