import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A real, empty folder, gone when the running test has finished. */
export function freshFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'belay-host-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
