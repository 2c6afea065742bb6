/** A home in a folder of its own, with the real loop, log and database; gone after the test. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { openWith } from '../open'
import type { Operations } from '../operations'
import { type TestWorld, worldOf } from './make-world'

export { testTool } from './make-world'

const cleanups: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

export function afterTest(clean: () => Promise<void> | void): void {
  cleanups.push(clean)
}

export function freshFolder(name = 'home'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `belay-api-${name}-`)))
  afterTest(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function openTest(test: TestWorld = {}): Promise<Operations> {
  const { home = freshFolder(), log } = test
  const operations = await openWith({ home, log }, () => worldOf(test))
  afterTest(() => operations.close())
  return operations
}
