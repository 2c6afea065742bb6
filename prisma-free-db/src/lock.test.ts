import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { takeLock } from './lock'
import { freshFolder } from './testing/store'

describe("the home's lock", () => {
  it('is held by one at a time within a process, and free after its release', () => {
    const path = join(freshFolder(), 'lock.db')
    const first = takeLock(path)
    expect(first).not.toBeNull()
    expect(takeLock(path)).toBeNull()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    first?.release()
    const second = takeLock(path)
    expect(second).not.toBeNull()
    second?.release()
  })

  it('is held by another process, and free when that one is killed', async () => {
    const path = join(freshFolder(), 'lock.db')
    const module = fileURLToPath(new URL('./lock.ts', import.meta.url))
    const script = `import(${JSON.stringify(module)}).then(({ takeLock }) => { globalThis.lock = takeLock(${JSON.stringify(path)}); console.log('held'); setInterval(() => {}, 1000) })`
    const child = spawn(process.execPath, ['--import', 'tsx', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    expect(takeLock(path)).toBeNull()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const lock = takeLock(path)
    expect(lock).not.toBeNull()
    lock?.release()
  })
})
