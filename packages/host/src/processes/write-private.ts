import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes a file for its owner alone (0600), whole or not at all: a reader never sees half of it, also after the machine stopped. What
 * a killed process left of it is taken away first, for its permissions could be others. Throws as the file system does.
 */
export function writePrivate(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`
  rmSync(draft, { force: true })
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
}
