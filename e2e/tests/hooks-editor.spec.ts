/** As a new user would: a hook is written from a template, tried on a call of the tour, attached, seen at work, broken. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { attachedOf, call, rectOf, sessionIn, showRects } from './board'
import { expect, type Server, testOnFreshHome } from './server'

const test = testOnFreshHome()

const fileOf = (server: Server, slug: string) => join(server.home, 'hooks', `${slug}.ts`)

async function openHooks(page: Page, server: Server, hook?: string): Promise<void> {
  await page.goto(`${server.url}/hooks${hook === undefined ? '' : `?hook=${hook}`}`)
  await expect(page.getByRole('navigation', { name: 'Hooks' })).toBeVisible()
}

const codeOf = (page: Page): Locator => page.locator('.cm-content')
const firedOf = (page: Page): Locator => page.getByTestId('fired')

async function newHook(page: Page, name: string, point = 'tools.before'): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('It stands at').selectOption(point)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Make it' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

/** The whole text is another, as a person pastes it. */
async function rewrite(page: Page, text: string): Promise<void> {
  await codeOf(page).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

const DENIES = (reason: string) =>
  `import { defineHook } from '@belay/hooks'

export default defineHook({
  name: 'no-listing',
  description: 'Refuses every call.',
  on: {
    'tools.before': async (t, call) => t.deny('${reason}'),
  },
})
`

test('from a template to a verdict in a live turn, and broken on purpose', async ({ signedIn: page, server }) => {
  test.setTimeout(180_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await showRects(page)
  await page.waitForURL(/\/s\//)
  const session = sessionIn(page)
  await openHooks(page, server)

  await test.step('a template is made into a file', async () => {
    await newHook(page, 'no-listing')
    expect(readFileSync(fileOf(server, 'no-listing'), 'utf8')).toContain("name: 'no-listing'")
    await expect(firedOf(page)).toBeVisible()
  })

  await test.step('a mistake of types is said with its line, and leads there', async () => {
    await rewrite(page, DENIES('no').replace('t.deny', 't.denny'))
    const problem = page.getByRole('button', { name: /line 7.*denny/ })
    await expect(problem).toBeVisible({ timeout: 30_000 })
    await problem.click()
    await expect(page.locator('.cm-activeLine')).toContainText('t.denny')
  })

  await test.step('mended, it is fired on a call of the tour', async () => {
    await rewrite(page, DENIES('this session lists nothing'))
    await expect(firedOf(page)).toContainText('this session lists nothing')
    await expect(page.getByText('No problems.')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('radiogroup', { name: 'Events at tools.before' })).toContainText(/turn 1/)
  })

  await test.step('what is not saved outlives a reload, and is saved by key', async () => {
    await expect(page.getByText('not saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(codeOf(page)).toContainText('this session lists nothing')
    await page.keyboard.press('Control+S')
    await expect(page.getByText('Saved.')).toBeVisible()
    expect(readFileSync(fileOf(server, 'no-listing'), 'utf8')).toBe(DENIES('this session lists nothing'))
  })

  await test.step('dragged onto the rail it speaks in the next turn', async () => {
    await page.goto(`${server.url}/s/${session}`)
    const question = page.getByRole('region', { name: /^Question:/ })
    await question.getByRole('button', { name: 'Allow once' }).click()
    await expect(page.getByRole('button', { name: 'Stop the turn' })).toBeDisabled()
    const station = await rectOf(page, 'station', 'tools.before')
    await page.getByRole('button', { name: /^Hooks/ }).click()
    await expect(page.getByTestId('palette')).toBeVisible()
    const item = page.locator('[data-hook="no-listing"]').first()
    await item.scrollIntoViewIfNeeded()
    const box = await item.boundingBox()
    if (box === null) throw new Error('it is not in the palette')
    await page.mouse.move(box.x + 40, box.y + 12)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y + 20, { steps: 3 })
    await page.mouse.move(station.x + station.width / 2, station.y + station.height / 2, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => call<unknown[]>(server, 'hookFiles.uses', { hook: 'no-listing' }, 'GET')).toHaveLength(1)
    await page.keyboard.press('Escape')
    await call(server, 'sessions.send', { id: session, text: 'Fix the failing test.' })
    await expect(page.getByRole('log', { name: 'Transcript' })).toContainText(/this session lists nothing/, {
      timeout: 60_000,
    })
  })

  await test.step('broken on purpose, its last good version goes on and the page says so', async () => {
    const hooks = await attachedOf(server, session)
    const attached = hooks.find(({ hook }) => hook === 'no-listing')
    const card = await rectOf(page, 'attachment', attached?.id ?? '')
    await page.mouse.dblclick(card.x + card.width * 0.2, card.y + card.height * 0.3)
    await page.waitForURL(/\/hooks\?hook=no-listing/)
    await expect(page.getByRole('tab', { name: 'Attached (1)' })).toBeVisible()
    await rewrite(page, DENIES('no').replace('on: {', 'on: {{'))
    await page.keyboard.press('Control+S')
    await expect(
      page.getByText(/^Saved\. It has an error in line \d+; the version of .* goes on running in a session\./),
    ).toBeVisible()
    await page.screenshot({ path: 'test-results/hooks-broken.png' })
  })
  expect(errors).toEqual([])
})

test('what another editor saved meanwhile is shown beside, and neither is lost', async ({ signedIn: page, server }) => {
  await openHooks(page, server)
  await newHook(page, 'two-editors')
  await rewrite(page, DENIES('mine'))
  writeFileSync(fileOf(server, 'two-editors'), DENIES('theirs'))
  const banner = page.getByRole('alert', { name: 'The file has changed' })
  await expect(banner).toBeVisible()
  await banner.getByRole('button', { name: 'Show the differences' }).click()
  await expect(banner).toContainText('theirs')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await banner.getByRole('button', { name: 'Keep mine' }).click()
  await page.keyboard.press('Control+S')
  await expect.poll(() => readFileSync(fileOf(server, 'two-editors'), 'utf8')).toBe(DENIES('mine'))
})

test('by keyboard alone: made, written, left, saved, deleted and brought back', async ({ signedIn: page, server }) => {
  await openHooks(page, server)
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('by-hand')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'by-hand' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(codeOf(page)).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('// more')
  await page.keyboard.press('Tab')
  await expect(codeOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(codeOf(page)).not.toBeFocused()
  await page.keyboard.press('Control+S')
  await expect.poll(() => readFileSync(fileOf(server, 'by-hand'), 'utf8')).toContain('// more')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('leave it: Tab goes on from below it')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('by-hand was deleted.')).toBeVisible()
  await page.keyboard.press('Control+Z')
  await expect(page.getByRole('heading', { name: 'by-hand' })).toBeVisible()
})

test('a built-in hook is tried, and in a narrow window the panes take turns', async ({ signedIn: page, server }) => {
  await openHooks(page, server, 'block-commands')
  await expect(firedOf(page)).toBeVisible()
  await page.setViewportSize({ width: 768, height: 900 })
  await page.getByRole('tab', { name: 'Hooks' }).click()
  await expect(page.getByRole('navigation', { name: 'Hooks' })).toBeVisible()
  await page.getByRole('tab', { name: 'Try it' }).first().click()
  await expect(firedOf(page)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Hooks' })).toBeHidden()
})
