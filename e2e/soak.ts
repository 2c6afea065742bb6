/**
 * `npm run soak`: a page that is looked at while turns run under hooks, for ten minutes (`-- 60` for an hour). Turns, edits of hooks and
 * their undo, panning, walking, other pages and back. Tells once a minute what page and server hold after a collection: heap, nodes of
 * the document, listeners, Konva shapes; memory and open files of the server. Ends with 1 where any of it kept growing.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import config from './playwright.config'
import { call } from './tests/board'
import { freshFolder, removeFolder, type Server, startServer } from './tests/server'

const MINUTES = Number(process.argv[2] ?? 10)
const MINUTE_MS = 60_000
/** A session grows by what happens in it: each round has one of its own, and the last ones are kept in the page. */
const TURNS_A_ROUND = 4
/** What a full cache and a warm compiler add is there by then. */
const WARM_MINUTES = 2
/** Of what was there when it was warm. */
const MOST_GROWTH = 1.3

interface Held {
  readonly heapMb: number
  readonly nodes: number
  readonly listeners: number
  readonly serverMb: number
  readonly serverFiles: number
}

async function held(cdp: CDPSession, server: Server): Promise<Held> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  const pid = server.process.pid ?? 0
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return {
    heapMb: of('JSHeapUsedSize') / 1_048_576,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    serverMb: Number(resident) / 1_024,
    serverFiles: readdirSync(`/proc/${pid}/fd`).length,
  }
}

async function round(page: Page, server: Server, workspace: string): Promise<void> {
  const attach = [{ hook: 'block-commands' }, { hook: 'add-context', params: { text: 'Small steps.' } }]
  const session = { workspace, model: 'scripted/look-around', permission: 'auto', attach }
  const { id } = await call<{ id: string }>(server, 'sessions.create', session)
  await page.goto(`${server.url}/s/${id}`)
  for (let turn = 1; turn <= TURNS_A_ROUND; turn += 1) {
    await call(server, 'sessions.send', { id, text: `Look around, ${turn}.` })
    await page.getByText(`Turn ${turn} completed`).waitFor()
    await page.mouse.move(700, 600)
    for (let n = 0; n < 10; n += 1) await page.mouse.wheel(n % 2 === 0 ? 80 : -80, 0)
    await page.keyboard.press('0')
    for (const key of ['v', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Escape']) await page.keyboard.press(key)
  }
  const [first] = (await call<{ hooks: { id: string }[] }>(server, 'hooks.composition', { id }, 'GET')).hooks
  await call(server, 'hooks.change', { id, attachment: first?.id, change: { mode: 'shadow' } })
  await page.keyboard.press('ControlOrMeta+z')
  await page.goto(`${server.url}/hooks`)
  await page.goto(`${server.url}/`)
  await page.getByRole('heading', { name: 'Sessions' }).waitFor()
  await call(server, 'keeping.delete', { id })
  await call(server, 'keeping.purge', { id })
}

const home = freshFolder('soak')
const workspace = freshFolder('soak-workspace')
mkdirSync(workspace, { recursive: true })
const server = await startServer(home)
const browser = await chromium.launch(config.use?.launchOptions)
const told: Held[] = []
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(await server.signInUrl())
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  console.log('minute | rounds | heap MB | nodes | listeners | server MB | server files')
  const startedMs = Date.now()
  let rounds = 0
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    while (Date.now() - startedMs < minute * MINUTE_MS) {
      await round(page, server, workspace)
      rounds += 1
    }
    const now = await held(cdp, server)
    told.push(now)
    console.log([minute, rounds, ...Object.values(now).map((value: number) => value.toFixed(0))].join(' | '))
  }
} finally {
  await browser.close()
  await server.end('SIGTERM')
  removeFolder(home)
  removeFolder(workspace)
}

const [warm, last] = [told[Math.min(WARM_MINUTES, told.length) - 1], told.at(-1)]
if (warm !== undefined && last !== undefined) {
  const grown = keysOf(warm).filter((key) => last[key] > warm[key] * MOST_GROWTH)
  console.log(grown.length === 0 ? 'Nothing kept growing.' : `Grew by more than ${MOST_GROWTH}: ${grown.join(', ')}.`)
  if (grown.length > 0) process.exitCode = 1
}

function keysOf(one: Held): readonly (keyof Held)[] {
  return ['heapMb', 'nodes', 'listeners', 'serverMb', 'serverFiles'].filter((key): key is keyof Held => key in one)
}
