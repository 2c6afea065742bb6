/** A real server on a fresh home for a test file, and the pages that look at it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test as base, type Page } from '@playwright/test'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Server {
  readonly home: string
  readonly url: string
  readonly process: ChildProcess
  /** A link that signs a browser in; each works once. */
  signInUrl(): Promise<string>
  /** Ends it with `signal` and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** The environment of everything that a test starts: no key or home of the person who runs the tests. */
export function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: tmpdir(),
    BELAY_HOME: home,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  }
}

export async function startServer(home: string, port = 0): Promise<Server> {
  const child = spawn(
    process.execPath,
    [join(root, 'apps/web/scripts/start.mjs'), '--home', home, '--port', String(port), '--no-open', '--json'],
    { cwd: root, env: cleanEnvironment(home), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const first = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    ended.then(() => {
      throw new Error('the server ended before it was ready')
    }),
  ])
  const ready = JSON.parse(first) as { url: string }
  const token = () => readFileSync(join(home, 'token'), 'utf8').trim()
  return {
    home,
    url: ready.url,
    process: child,
    signInUrl: async () => {
      const response = await fetch(new URL('/api/trpc/app.signInLink', ready.url), {
        method: 'POST',
        headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
        body: '{"json":null}',
      })
      const body = (await response.json()) as { result: { data: { json: string } } }
      return body.result.data.json
    },
    end: async (signal) => {
      child.kill(signal)
      await ended
    },
  }
}

export function freshFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `belay-${name}-`))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

interface WorkerFixtures {
  readonly server: Server
}
interface TestFixtures {
  /** A page that is signed in and stands on the sessions page. */
  readonly signedIn: Page
  readonly workspace: string
}

async function serveFreshHome(use: (server: Server) => Promise<void>): Promise<void> {
  const home = freshFolder('home')
  const server = await startServer(home)
  await use(server)
  await server.end('SIGTERM')
  removeFolder(home)
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright wants for a fixture without dependencies
    async ({}, use) => serveFreshHome(use),
    { scope: 'worker' },
  ],
  signedIn: async ({ page, server }, use) => {
    await page.goto(await server.signInUrl())
    await use(page)
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above
  workspace: async ({}, use) => {
    const folder = freshFolder('workspace')
    mkdirSync(join(folder, 'src'))
    await use(folder)
    removeFolder(folder)
  },
})
/** For tests of the first run: each call is a server of its own, which no other file's tests have put or changed anything in. */
export const testOnFreshHome = () =>
  test.extend<object, WorkerFixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: see above
    server: [async ({}, use) => serveFreshHome(use), { scope: 'worker' }],
  })
export { expect } from '@playwright/test'
