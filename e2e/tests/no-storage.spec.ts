/** A browser that keeps nothing for the page, or has no room left: everything works for the page's life, and nothing throws. */
import { call, rectOf, showRects } from './board'
import { expect, test } from './server'

for (const how of ['full', 'forbidden'] as const)
  test(`storage that is ${how}`, async ({ signedIn: page, server, workspace }) => {
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(error.message))
    await page.addInitScript((kind) => {
      if (kind === 'full')
        Storage.prototype.setItem = () => {
          throw new DOMException('no room', 'QuotaExceededError')
        }
      else
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('not here', 'SecurityError')
          },
        })
    }, how)
    await showRects(page)
    const attach = [{ hook: 'block-commands' }]
    const { id } = await call<{ id: string }>(server, 'sessions.create', { workspace, model: 'scripted/tour', attach })
    await page.goto(`${server.url}/s/${id}`)
    await rectOf(page, 'station', 'tools.before')
    const message = page.getByRole('textbox', { name: /message/i }).first()
    await message.fill('look around')
    await expect(message).toHaveValue('look around')
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    const before = await theme()
    await page.getByRole('button', { name: 'Settings of this browser' }).click()
    await page.getByRole('menuitemradio', { name: before === 'dark' ? 'Light' : 'Dark' }).click()
    await expect.poll(theme).not.toBe(before)
    expect(thrown).toEqual([])
  })
