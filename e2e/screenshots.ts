/** `npm run screenshots`: the pictures of the documentation, taken from the running app on a fresh home. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import config from './playwright.config'
import { expect, freshFolder, removeFolder, root, startServer } from './tests/server'

const folder = join(root, 'docs/images')
const home = freshFolder('screenshots')
const server = await startServer(home)
const browser = await chromium.launch(config.use?.launchOptions)
try {
  mkdirSync(folder, { recursive: true })
  for (const theme of ['dark', 'light'] as const) {
    const viewport = { width: 1680, height: 1000 }
    const page = await browser.newPage({ colorScheme: theme, viewport, reducedMotion: 'reduce' })
    await page.goto(await server.signInUrl())
    const question = page.getByRole('region', { name: /^Question:/ })
    await expect(question).toBeVisible({ timeout: 60_000 })
    // Run again it goes at its own pace, as a person sees it; the first run is over in a moment.
    await page.getByRole('button', { name: 'Run the tour again' }).click()
    await expect(question).toBeHidden()
    await expect(question).toBeVisible({ timeout: 60_000 })
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(folder, `session-${theme}.png`) })
    await page.close()
  }
} finally {
  await browser.close()
  await server.end('SIGTERM')
  removeFolder(home)
}
