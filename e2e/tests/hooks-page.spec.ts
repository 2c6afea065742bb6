/** The page of hooks with many of them, and with what is long: nothing runs out of its place, and keys lead on. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { call, sessionIn } from './board'
import { expect, type Server, testOnFreshHome } from './server'

const test = testOnFreshHome()

const hookText = (name: string, extra = '') => `import { defineHook } from '@belay/hooks'

export default defineHook({
  name: '${name}',
  description: 'Lets everything pass.',
  ${extra}
  on: { 'tools.before': async (t) => t.context('${'long '.repeat(900)}') },
})
`

function writeHooks(server: Server, count: number): void {
  mkdirSync(join(server.home, 'hooks'), { recursive: true })
  for (let nth = 1; nth <= count; nth += 1)
    writeFileSync(join(server.home, 'hooks', `mine-${nth}.ts`), hookText(`mine-${nth}`))
}

const scrolled = (page: Page) =>
  page.evaluate(() => ({ page: document.documentElement.scrollHeight, window: window.innerHeight }))

test('no page scrolls beyond its window, however many hooks there are', async ({ signedIn: page, server }) => {
  await page.waitForURL(/\/s\//)
  const session = sessionIn(page)
  writeHooks(server, 60)
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const path of [
    '/',
    `/s/${session}`,
    '/hooks',
    '/hooks?hook=mine-30',
    '/hooks?hook=block-commands',
    '/hooks?hook=hooks.json',
  ]) {
    await page.goto(`${server.url}${path}`)
    await expect(page.locator('main, [role=main]').first()).toBeVisible()
    if (path.includes('mine')) await expect(page.getByTestId('fired')).toBeVisible()
    const heights = await scrolled(page)
    expect(heights.page, path).toBe(heights.window)
  }
})

test('the list is one Tab stop, and a new hook is gone on with in its editor', async ({ signedIn: page, server }) => {
  writeHooks(server, 20)
  await page.goto(`${server.url}/hooks?hook=mine-3`)
  const search = page.getByRole('textbox', { name: 'Search hooks' })
  await search.focus()
  await page.keyboard.press('Tab')
  await expect(page.locator('[data-row="mine-3"]')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-row="mine-4"]')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('nav[aria-label="Hooks"]') === null)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await expect(page.locator('[data-row="mine-4"]')).toBeFocused()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Name').fill('brand-new')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'brand-new' })).toBeVisible()
  await expect(page.locator('.cm-content')).toBeFocused()
})

test('a draft is thrown away after a reload and brought back; a save while two texts stand says so', async ({
  signedIn: page,
  server,
}) => {
  writeHooks(server, 1)
  const file = join(server.home, 'hooks', 'mine-1.ts')
  await page.goto(`${server.url}/hooks?hook=mine-1`)
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('// mine')
  await page.reload()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.locator('.cm-content')).not.toContainText('// mine')
  await expect(page.getByText('not saved', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.cm-content')).toContainText('// mine')
  writeFileSync(file, `${hookText('mine-1')}// theirs\n`)
  const banner = page.getByRole('alert', { name: 'The file has changed' })
  await expect(banner).toBeVisible()
  await page.keyboard.press('Control+S')
  await expect(page.getByText('Not saved: choose first which of the two texts is kept.')).toBeVisible()
  await expect(banner.getByRole('button').first()).toBeFocused()
  await banner.getByRole('button', { name: 'Show the differences' }).click()
  await expect(banner).toContainText('the file, as it is now')
  await expect(banner).toContainText('what you wrote')
  expect(readFileSync(file, 'utf8')).toContain('// theirs')
})

test('completion says what a word is, in full sight', async ({ signedIn: page, server }) => {
  mkdirSync(join(server.home, 'hooks'), { recursive: true })
  const text = hookText('told').replace(/t\.context\(.*\)/, "t.deny('no')")
  writeFileSync(join(server.home, 'hooks', 'told.ts'), text)
  await page.goto(`${server.url}/hooks?hook=told`)
  await expect(page.getByText('No problems.')).toBeVisible({ timeout: 30_000 })
  await page.locator('.cm-line', { hasText: 'tools.before' }).click()
  await page.keyboard.press('End')
  for (let left = 0; left < ' },'.length + "('no')".length; left += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+Space')
  const told = page.locator('.cm-completionInfo')
  await expect(told).toBeVisible()
  const seen = await told.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const at = document.elementFromPoint(left + width / 2, top + height / 2)
    return at !== null && element.contains(at)
  })
  expect(seen).toBe(true)
})

test('it is tried on an event that its matcher takes', async ({ signedIn: page, server }) => {
  mkdirSync(join(server.home, 'hooks'), { recursive: true })
  writeFileSync(join(server.home, 'hooks', 'edits.ts'), hookText('edits', "matcher: 'files.edit',"))
  await expect
    .poll(() => call<unknown[]>(server, 'why.recorded', { point: 'tools.before' }, 'GET').then((all) => all.length))
    .toBeGreaterThan(0)
  await page.goto(`${server.url}/hooks?hook=edits`)
  await expect(page.getByText('It is asked about files.edit only.')).toBeVisible()
  await expect(page.getByTestId('fired')).not.toContainText('not asked')
})
