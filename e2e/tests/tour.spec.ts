/** The first start of a fresh home: what a person sees who has set up nothing. */
import { sessionIn, showRects } from './board'
import { expect, testOnFreshHome } from './server'

const test = testOnFreshHome()

for (const theme of ['dark', 'light'] as const)
  test(`the first page is a session with something to look at (${theme})`, async ({ browser, server }) => {
    const context = await browser.newContext({ colorScheme: theme, viewport: { width: 1680, height: 1000 } })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const elsewhere: string[] = []
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && hostname !== '127.0.0.1') elsewhere.push(request.url())
    })
    await showRects(page)
    await page.goto(await server.signInUrl())
    await page.waitForURL(/\/s\//)
    expect(sessionIn(page)).not.toBe('')
    const transcript = page.getByRole('log', { name: 'Transcript' })
    await expect(transcript).toContainText(/refused by block-commands/i)
    await expect(page.getByRole('region', { name: /^Question:/ })).toBeVisible()
    await expect(page.getByTestId('rail-canvas').locator('canvas').first()).toBeVisible()
    await expect(page.getByTestId('timeline-canvas').locator('canvas').first()).toBeVisible()
    await page.screenshot({ path: `test-results/tour-${theme}.png` })
    expect(errors).toEqual([])
    expect(elsewhere).toEqual([])
    await context.close()
  })

test('the question is answered and the turn goes on; the tour runs again live', async ({ signedIn: page }) => {
  await page.waitForURL(/\/s\//)
  const question = page.getByRole('region', { name: /^Question:/ })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Allow once' }).click()
  await expect(page.getByRole('button', { name: 'Stop the turn' })).toBeDisabled()
  await expect(page.getByRole('region', { name: /^Answered question:/ }).last()).toContainText(/allowed/i)
  await page.getByRole('button', { name: /Run the tour again/ }).click()
  await expect(question).toBeVisible({ timeout: 60_000 })
})
