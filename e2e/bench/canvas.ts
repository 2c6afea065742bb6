/**
 * `npm run bench:canvas`: the session page on synthetic turns, in real Chromium on the production build. For each number of
 * spans: layout alone (in this process), from navigation to the painted timeline, time between frames while one pans with
 * all in view and near, and while one zooms, the heap after that. Beside it, in the same run and page: the time between
 * frames of a page that does nothing. Nothing here passes or fails. `-- 2000 100000` measures those numbers.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { layoutTimeline } from '@belay/canvas'
import { chromium, type Page } from '@playwright/test'
import { turnOf } from '../../packages/canvas/src/testing/sketch-file'
import config from '../playwright.config'
import { call } from '../tests/board'
import { freshFolder, removeFolder, startServer } from '../tests/server'

const given = process.argv
  .slice(2)
  .map(Number)
  .filter((count) => count > 0)
const COUNTS = given.length > 0 ? given : [1_000, 10_000, 100_000]
const FRAMES = 180

type Move = 'nothing' | 'pan' | 'zoom in' | 'zoom there and back'

/** Milliseconds between frames, while a wheel turns once in each. */
function frames(page: Page, move: Move, count = FRAMES): Promise<number[]> {
  return page.evaluate(
    async ({ move, count }) => {
      const host = document.querySelector('[data-testid="timeline-canvas"]')
      const { left, top, width } = host?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0 }
      const at = { clientX: left + width / 2, clientY: top + 120, bubbles: true, cancelable: true }
      const turn = (frame: number): WheelEventInit => {
        if (move === 'pan') return { deltaX: frame % 60 < 30 ? 70 : -70 }
        return { ctrlKey: true, deltaY: move === 'zoom in' || frame % 60 < 30 ? -24 : 24 }
      }
      const times: number[] = []
      let before = await new Promise<number>(requestAnimationFrame)
      for (let frame = 0; frame < count; frame++) {
        if (move !== 'nothing') host?.dispatchEvent(new WheelEvent('wheel', { ...at, ...turn(frame) }))
        const now = await new Promise<number>(requestAnimationFrame)
        times.push(now - before)
        before = now
      }
      return times
    },
    { move, count },
  )
}

/** From navigation until the timeline's canvas is painted in its middle. */
async function firstPaint(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const canvas = document.querySelector<HTMLCanvasElement>('[data-testid="timeline-canvas"] canvas')
          const { width = 0 } = canvas ?? {}
          const row = width > 0 ? canvas?.getContext('2d')?.getImageData(0, 72, width, 14).data : undefined
          if (row?.some((value, index) => index % 4 === 3 && value > 0) === true) resolve(performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b)
const part = (values: readonly number[], share: number) =>
  sorted(values)[Math.floor((values.length - 1) * share)] ?? Number.NaN
const figures = (values: readonly number[]) => `${part(values, 0.5).toFixed(1)} / ${part(values, 0.95).toFixed(1)}`

// The compiler of this process is warm before anything is measured.
for (let round = 0; round < 20; round++) layoutTimeline(turnOf(2_000))

const home = freshFolder('bench')
const workspace = freshFolder('bench-workspace')
const server = await startServer(home)
const browser = await chromium.launch(config.use?.launchOptions)
try {
  mkdirSync(workspace, { recursive: true })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript('globalThis.__name = (it) => it')
  await page.goto(await server.signInUrl())
  console.log('\nThe timeline, ms: median / p95 of frames')
  console.log('spans | layout | first paint | still | pan, all | zoom | pan, near | heap MB')
  for (const count of COUNTS) {
    const spans = turnOf(count)
    const layouts = Array.from({ length: 3 }, () => {
      const before = performance.now()
      layoutTimeline(spans)
      return performance.now() - before
    })
    const path = join(workspace, `turn-${count}.json`)
    writeFileSync(
      path,
      JSON.stringify(spans.map(({ id, parent, name, start, end }) => ({ id, parent, name, start, end }))),
    )
    const { sessions } = await call<{ sessions: string[] }>(server, 'app.importFile', { path, workspace })
    const painted = await firstPaint(page, `${server.url}/s/${sessions[0]}`)
    await page.waitForSelector('[data-testid="timeline"] [role="treeitem"]', { state: 'attached' })
    await frames(page, 'pan', 30)
    const still = await frames(page, 'nothing', 60)
    const all = await frames(page, 'pan')
    const zoom = await frames(page, 'zoom there and back')
    await frames(page, 'zoom in', 20)
    const near = await frames(page, 'pan')
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    const cells = [
      count.toLocaleString('en'),
      Math.min(...layouts).toFixed(1),
      painted.toFixed(0),
      ...[still, all, zoom, near].map(figures),
      (usedSize / 1024 / 1024).toFixed(0),
    ]
    console.log(cells.join(' | '))
  }
} finally {
  await browser.close()
  await server.end('SIGTERM')
  removeFolder(home)
  removeFolder(workspace)
}
