/** Starts that must fail: each ends with one sentence, the right exit code, and nothing half made. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { announceServer, openBelay, openHome } from '@belay/api'
import { afterEach, describe, expect, it } from 'vitest'

const Database = createRequire(new URL('../../../prisma-free-db/package.json', import.meta.url))('better-sqlite3')
const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const preload = fileURLToPath(new URL('../../../prisma-free-db/fixtures/fake-binding.cjs', import.meta.url))
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function freshHome(): string {
  const folder = mkdtempSync(join(tmpdir(), 'belay-server-'))
  folders.push(folder)
  return folder
}

async function start(args: readonly string[], node: readonly string[] = []) {
  const child = spawn(process.execPath, [...node, '--import', 'tsx', main, '--no-open', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
  const text = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    text.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    text.stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, ...text, lines: text.stderr.trim().split('\n') }
}

describe('a start that cannot be', () => {
  it('with wrong usage ends with 2', async () => {
    const { code, lines } = await start(['--port', 'many'])
    expect(code).toBe(2)
    expect(lines).toEqual(['--port takes a number from 0 to 65535, not `many`.'])
  })

  it('on a port that is taken says so and lets go of the home', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const home = freshHome()
    const { code, lines, stdout } = await start(['--port', String(port), '--home', home])
    other.close()
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(lines).toEqual([expect.stringContaining(`Port ${port} is taken by another program.`)])
    await (await openBelay({ home })).close()
  })

  it('on a home that another server has names that server', async () => {
    const home = freshHome()
    const first = await openBelay({ home })
    announceServer(openHome(home), 'http://127.0.0.1:4747')
    const { code, lines } = await start(['--port', '0', '--home', home])
    await first.close()
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/already runs on .*, at http:\/\/127\.0\.0\.1:4747/)])
  })

  it('on a database of a newer version leaves it as it is', async () => {
    const home = freshHome()
    await (await openBelay({ home })).close()
    const file = join(home, 'belay.db')
    const db = new Database(file)
    db.exec('UPDATE __drizzle_migrations SET created_at = created_at + 1000')
    db.close()
    const before = readFileSync(file)
    const { code, lines } = await start(['--port', '0', '--home', home])
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/written by a newer version of Belay; it was not touched/)])
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('with a native module for another Node says how to mend it (85-native-module-abi-mismatch)', async () => {
    const { code, lines } = await start(['--port', '0', '--home', freshHome()], ['-r', preload])
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/127.*137.*`npm rebuild better-sqlite3`/)])
  })

  it('on an address that is not of this machine says so', async () => {
    const { code, lines } = await start([
      '--port',
      '0',
      '--home',
      freshHome(),
      '--host',
      '203.0.113.1',
      '--allow-host',
      'x',
    ])
    expect(code).toBe(1)
    expect(lines).toEqual(['203.0.113.1 is not an address of this machine.'])
  })
})
