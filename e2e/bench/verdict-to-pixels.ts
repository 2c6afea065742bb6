/**
 * From a live verdict to its pixels: the real server on a fresh home, a scripted turn with one call, the page in headless
 * Chromium. The clock starts at the verdict's time on the record and stops in the frame in which the hook's card on the
 * rail has changed on the canvas. Beside it, in the same run and page: the time between two animation frames, which is the
 * floor that no page gets under.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectBelay } from '@belay/api'
import { sessionId } from '@belay/trace'
import { chromium, type Page } from '@playwright/test'
import config from '../playwright.config'
import { attachedOf, call, rectOf, showRects } from '../tests/board'
import { freshFolder, removeFolder, type Server, startServer } from '../tests/server'

const TURNS = 30

const SCRIPT = `name: one-call
loop: true
steps:
  - text: "Looking."
    delayMs: 150
    calls: [{ name: run, args: { command: "true" } }]
  - text: "Seen."
    delayMs: 50
    turn: true
`

interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A turn of the script is over by then. */
const WATCH_MS = 700

/** The times (epoch ms) of the frames within `WATCH_MS` in which the pixels of `rect` were others than in the frame before. */
function watchPixels(page: Page, rect: Rect): Promise<readonly number[]> {
  return page.evaluate(
    ({ x, y, width, height, ms }) =>
      new Promise<number[]>((resolve) => {
        const canvases = [...document.querySelectorAll<HTMLCanvasElement>('[data-testid="rail-canvas"] canvas')]
        const read = () =>
          canvases
            .map((canvas) => {
              const box = canvas.getBoundingClientRect()
              const scale = canvas.width / box.width
              const at = [(x - box.x) * scale, (y - box.y) * scale, width * scale, height * scale] as const
              const pixels = canvas.getContext('2d', { willReadFrequently: true })?.getImageData(...at).data ?? []
              let sum = 0
              for (const [index, value] of pixels.entries()) sum = (sum * 31 + value + index) | 0
              return sum
            })
            .join()
        const changes: number[] = []
        const until = performance.now() + ms
        let before = read()
        // Read after everybody's part of the frame, or the board's own would be seen a frame late.
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          const now = read()
          if (now !== before) changes.push(performance.timeOrigin + performance.now())
          before = now
          if (performance.now() < until) look()
          else resolve(changes)
        }
        const look = () => requestAnimationFrame(() => channel.port2.postMessage(null))
        look()
      }),
    { ...rect, ms: WATCH_MS },
  )
}

function frameMs(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const times: number[] = []
        const next = (at: number) => {
          times.push(at)
          if (times.length < 61) requestAnimationFrame(next)
          else resolve((at - (times[0] ?? at)) / 60)
        }
        requestAnimationFrame(next)
      }),
  )
}

/** Follows the log beside the page, and remembers when the last verdict was made. */
async function followVerdicts(server: Server, session: string): Promise<{ at(): number; stop(): void }> {
  const token = readFileSync(join(server.home, 'token'), 'utf8').trim()
  const operations = await connectBelay({ url: server.url, token })
  const ended = new AbortController()
  let last = Number.NaN
  const follow = async () => {
    for await (const { events } of operations.events(sessionId(session), 0, ended.signal))
      for (const event of events) if (event.type === 'verdict' && event.span !== null) last = event.at
  }
  void follow()
  return {
    at: () => last,
    stop: () => {
      ended.abort()
      void operations.close()
    },
  }
}

const middle = (values: readonly number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN

export async function benchVerdictToPixels(): Promise<void> {
  const executablePath = config.use?.launchOptions?.executablePath ?? ''
  if (!existsSync(executablePath)) {
    console.log('\nFrom a live verdict to its pixels: not measured, there is no browser (npm test installs one).')
    return
  }
  const home = freshFolder('bench')
  const workspace = freshFolder('bench-workspace')
  const server = await startServer(home)
  const browser = await chromium.launch(config.use?.launchOptions)
  try {
    mkdirSync(join(home, 'scripts'), { recursive: true })
    writeFileSync(join(home, 'scripts/one-call.yaml'), SCRIPT)
    const attach = [{ hook: 'block-commands' }]
    const { id } = await call<{ id: string }>(server, 'sessions.create', {
      workspace,
      model: 'scripted/one-call',
      permission: 'auto',
      attach,
    })
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await showRects(page)
    // What the compiler of this file wraps functions in, for those that run in the page.
    await page.addInitScript('globalThis.__name = (it) => it')
    await page.goto(await server.signInUrl())
    await page.goto(`${server.url}/s/${id}`)
    const [attached] = await attachedOf(server, id)
    const verdicts = await followVerdicts(server, id)
    const times: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const rect = await rectOf(page, 'attachment', attached?.id ?? '')
      const [changes] = await Promise.all([
        watchPixels(page, rect),
        call(server, 'sessions.send', { id, text: 'Look.' }),
      ])
      const verdictAt = verdicts.at()
      times.push((changes.find((at) => at >= verdictAt) ?? Number.NaN) - verdictAt)
    }
    verdicts.stop()
    const frame = await frameMs(page)
    console.log(`\nFrom a live verdict to its pixels, ms over ${TURNS} turns`)
    console.log(
      `median ${middle(times, 0.5).toFixed(1)} | p95 ${middle(times, 0.95).toFixed(1)} | one frame of this page ${frame.toFixed(1)}`,
    )
  } finally {
    await browser.close()
    await server.end('SIGTERM')
    removeFolder(home)
    removeFolder(workspace)
  }
}
