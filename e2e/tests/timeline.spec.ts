/** The timeline in a real browser: what is asked of it by key, and the cases that need real canvases. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { call, clickOn, rectOf, showRects, widthOf } from './board'
import overlapping from './fixtures/50-overlapping-parallel-calls.json' with { type: 'json' }
import labels from './fixtures/56-labels-emoji-rtl-cut.json' with { type: 'json' }
import { expect, type Server, test } from './server'
import { bursts, chain, comb, type SpanLine } from './span-files'

const spans = (page: Page) => page.getByRole('tree', { name: 'Spans of the turn' })
const item = (page: Page, name: RegExp) => spans(page).getByRole('treeitem', { name })
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })
const said = (page: Page) => page.getByTestId('timeline-said')

/** Imports a file of spans and opens it; answers with what names each span of it. */
async function openSpans(
  page: Page,
  { server, workspace, lines }: { server: Server; workspace: string; lines: readonly SpanLine[] },
): Promise<(place: number) => string> {
  const path = join(workspace, 'spans.json')
  writeFileSync(path, JSON.stringify(lines))
  await showRects(page)
  const { sessions } = await call<{ sessions: string[] }>(server, 'app.importFile', { path, workspace })
  const session = sessions[0] ?? ''
  await page.goto(`${server.url}/s/${session}`)
  await expect(spans(page).getByRole('treeitem').first()).toBeAttached()
  return (place) => `${session.replace('ses_', 'spn_')}_${place}`
}

/** The sizes of the timeline's canvases, and how much of each is painted: 0 where it is blank. */
function canvases(page: Page) {
  return page.evaluate(async () => {
    // A page that stands still makes no frame, and hears of another screen in the next one.
    await new Promise(requestAnimationFrame)
    return [...document.querySelectorAll<HTMLCanvasElement>('[data-testid="timeline-canvas"] canvas')].map((canvas) => {
      const pixels = canvas
        .getContext('2d')
        ?.getImageData(0, 0, Math.min(canvas.width, 2_000), Math.min(canvas.height, 600))
      const painted = pixels?.data.filter((value, at) => at % 4 === 3 && value > 0).length ?? 0
      return { width: canvas.width, height: canvas.height, css: canvas.clientWidth, painted }
    })
  })
}

test('the tour is looked at by key: verdicts, refusals, measuring, the critical path, pins, a search', async ({
  signedIn: page,
  server,
}) => {
  await showRects(page)
  const sessions = await call<{ id: string; tour: boolean }[]>(server, 'sessions.list', {}, 'GET')
  await page.goto(`${server.url}/s/${sessions.find(({ tour }) => tour)?.id}?turn=1`)
  await expect(item(page, /^turn 1/)).toBeAttached()

  await page.keyboard.press('v')
  await expect(said(page)).toHaveText(/^Verdict 1 of 2: hook add-context/)
  await page.keyboard.press('v')
  await expect(said(page)).toHaveText(/^Verdict 2 of 2: hook block-commands.*blocked/)
  await page.keyboard.press('Shift+V')
  await expect(said(page)).toHaveText(/^Verdict 1 of 2/)
  await page.keyboard.press('x')
  await expect(said(page)).toHaveText(/^Refusal 1 of 1: hook block-commands/)
  await expect(inspector(page)).toContainText('block-commands')

  await spans(page).focus()
  await page.keyboard.press('m')
  const area = page.getByRole('region', { name: 'Selected area' })
  await expect(area).toContainText('hook call')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+M')
  await expect(area).toContainText('8 model calls')
  await expect(area).toContainText('tokens in')
  await page.keyboard.press('Escape')
  await expect(area).toBeHidden()

  await page.keyboard.press('p')
  const path = page.getByRole('region', { name: 'Critical path' })
  await expect(path).toContainText(/Mostly .* Longest: .* Hooks held it up for/)
  await expect(item(page, /on the critical path/).first()).toBeAttached()
  await page.keyboard.press('p')
  await expect(path).toBeHidden()

  await page.keyboard.press('Shift+P')
  await expect(said(page)).toHaveText('The lane is pinned on top, 1 of 5 at most')
  await expect(item(page, /its lane is pinned/)).toHaveCount(1)

  await page.keyboard.press('/')
  await page.keyboard.type('raisins')
  const find = page.getByRole('search')
  await expect(find.getByRole('status')).toHaveText(/^\d+ found$/)
  await page.keyboard.press('Enter')
  await expect(find.getByRole('status')).toHaveText(/^\d+ of \d+$/)
  await expect(item(page, /search hit/).first()).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(find).toBeHidden()

  // The stretch in view is in the address, and is there again after a reload.
  await page.keyboard.press('f')
  await expect(page).toHaveURL(/time=[\d.]+-[\d.]+/)
  const address = page.url()
  await page.reload()
  await expect(item(page, /^turn 1/)).toBeAttached()
  await expect(page).toHaveURL(address)
  await page.getByTestId('path-toggle').click()
  await expect(path).toBeVisible()
})

test('case 50-overlapping-parallel-calls: lanes are clicked apart, 40 calls are a group that opens, an area is drawn', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const at = await openSpans(page, { server, workspace, lines: overlapping })
  for (const place of [1, 2, 3]) {
    await clickOn(page, 'span', at(place))
    await expect(page).toHaveURL(new RegExp(`span=${at(place)}`))
  }
  const group = item(page, /^40 × Read/)
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  const turn = await rectOf(page, 'span', at(0))
  await page.mouse.move(turn.x + 40, turn.y - 14)
  await page.mouse.down()
  await page.mouse.move(turn.x + turn.width, turn.y - 12, { steps: 3 })
  await page.mouse.up()
  const area = page.getByRole('region', { name: 'Selected area' })
  await expect(area).toContainText('40 in closed groups')
  await clickOn(page, 'span', at(10))
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await expect(item(page, /^Read/)).not.toHaveCount(0)
})

test('case 48-deep-parent-chain: the last of 20,000 levels is reached by key, and a comb opens', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const at = await openSpans(page, { server, workspace, lines: chain(20_000) })
  await spans(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(inspector(page)).toContainText('level 19999')
  expect((await rectOf(page, 'span', at(19_999))).height).toBeGreaterThan(10)
  await openSpans(page, { server, workspace, lines: comb(40) })
  await expect(item(page, /^middleware 3\b/)).toBeAttached()
})

test('case 51-fifty-thousand-spans: few nodes on the canvas, and 200 pans leave nothing behind', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  await openSpans(page, { server, workspace, lines: bursts(50_000) })
  const nodes = await page.evaluate(() => {
    const { stages } = (window as unknown as { Konva: { stages: { find(what: string): unknown[] }[] } }).Konva
    return stages.reduce((sum, stage) => sum + stage.find('Shape').length + stage.find('Layer').length, 0)
  })
  expect(nodes).toBeGreaterThan(0)
  expect(nodes).toBeLessThan(100)
  // One a frame, as a wheel gives them.
  const wheel = (times: number, ctrlKey: boolean) =>
    page.evaluate(
      async ({ times, ctrlKey }) => {
        const host = document.querySelector('[data-testid="timeline-canvas"]')
        const { left, top } = host?.getBoundingClientRect() ?? { left: 0, top: 0 }
        const at = { clientX: left + 300, clientY: top + 120, bubbles: true, cancelable: true }
        for (let step = 0; step < times; step++) {
          const turned = ctrlKey ? { deltaY: -60, ctrlKey } : { deltaX: step % 40 < 20 ? 90 : -90 }
          host?.dispatchEvent(new WheelEvent('wheel', { ...at, ...turned }))
          await new Promise(requestAnimationFrame)
        }
      },
      { times, ctrlKey },
    )
  await wheel(12, true)
  const session = await page.context().newCDPSession(page)
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  }
  await wheel(20, false)
  const before = await heap()
  await wheel(200, false)
  expect((await heap()) - before).toBeLessThan(20 * 1024 * 1024)
})

test('cases 53-canvas-too-large and 58-dpr-change-blur: sharp at each ratio, within what browsers draw, never blank', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  await openSpans(page, { server, workspace, lines: chain(1_600) })
  const session = await page.context().newCDPSession(page)
  const setTo = async (width: number, height: number, deviceScaleFactor: number) => {
    await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false })
    await expect.poll(() => page.evaluate(() => [innerWidth, devicePixelRatio])).toEqual([width, deviceScaleFactor])
  }
  // An emulated screen tells of no new ratio by itself; a window that comes to another screen has another size there.
  for (const [ratio, width] of [
    [1.25, 1_420],
    [1, 1_430],
    [2, 1_440],
  ] as const) {
    await setTo(width, 900, ratio)
    const sharp = async () => (await canvases(page)).every(({ width, css }) => Math.abs(width - css * ratio) <= 1)
    await expect.poll(sharp, { message: `sharp at ${ratio}` }).toBe(true)
    expect((await canvases(page))[0]?.painted).toBeGreaterThan(1_000)
  }
  const nodes = () => page.locator('canvas').count()
  const before = await nodes()
  for (let change = 0; change < 20; change++) await setTo(1_430 + (change % 2), 900, change % 2 === 0 ? 1.25 : 2)
  expect(await nodes()).toBe(before)

  await setTo(5_120, 2_880, 3)
  await expect.poll(async () => (await canvases(page))[0]?.css).toBeGreaterThan(4_000)
  for (const { width, height } of await canvases(page)) {
    expect(width).toBeLessThanOrEqual(8_192)
    expect(height).toBeLessThanOrEqual(8_192)
    expect(width * height).toBeLessThanOrEqual(16_777_216)
  }
  await expect.poll(async () => (await canvases(page))[0]?.painted).toBeGreaterThan(1_000)
})

test('case 56-labels-emoji-rtl-cut: what is written on bars is well-formed and inside of them, the whole text is read out', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  await page.addInitScript(() => {
    const written: { text: string; width: number; direction: string }[] = []
    Object.assign(window, { written })
    const fillText = CanvasRenderingContext2D.prototype.fillText
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      written.push({ text, width: this.measureText(text).width, direction: this.direction })
      fillText.call(this, text, ...rest)
    }
  })
  const bars = labels.map((name, place) => ({
    id: `l${place}`,
    parent: 'turn',
    name,
    start: place * 100,
    end: place * 100 + 60 + place * 4,
  }))
  const at = await openSpans(page, {
    ...{ server, workspace },
    lines: [{ id: 'turn', parent: null, name: 'labels', start: 0, end: labels.length * 100 }, ...bars],
  })
  const widest = Math.max(...(await Promise.all(bars.map((_, place) => widthOf(page, 'span', at(place + 1))))))
  const written = await page.evaluate(
    () => (window as unknown as { written: { text: string; width: number; direction: string }[] }).written,
  )
  const cut = written.filter(({ text }) => text.endsWith('…'))
  expect(cut.length).toBeGreaterThan(0)
  for (const { text, width } of cut) {
    expect(text).not.toMatch(/[\ud800-\udfff]/u)
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    expect(width).toBeLessThanOrEqual(widest)
  }
  expect(written.some(({ text, direction }) => /[\u0600-\u06ff]/.test(text) && direction === 'rtl')).toBe(true)
  await expect(spans(page).getByRole('treeitem', { name: 'build 👨‍👩‍👧‍👦 done' })).toBeAttached()
})
