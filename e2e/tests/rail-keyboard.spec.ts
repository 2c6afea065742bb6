/** The keyboard on the rail stays with the hook that it is at, whatever happens to the order of hooks. */
import type { Locator, Page } from '@playwright/test'
import { attachedOf, call, clickOn, showRects } from './board'
import { expect, type Server, test } from './server'

const HOOKS = ['block-commands', 'ask-before', 'rewrite-arguments']

async function openWithHooks(page: Page, server: Server, workspace: string): Promise<{ id: string; tree: Locator }> {
  const attach = HOOKS.map((hook) => ({ hook }))
  const { id } = await call<{ id: string }>(server, 'sessions.create', { workspace, model: 'scripted/tour', attach })
  await showRects(page)
  await page.goto(`${server.url}/s/${id}`)
  const tree = page.getByRole('tree', { name: 'The loop and its hooks' })
  await expect(tree.getByRole('treeitem', { name: /^ask-before/ })).toBeAttached()
  return { id, tree }
}

/** What the ring is on, as a reader hears it. */
async function active(page: Page, tree: Locator): Promise<string> {
  const id = await tree.getAttribute('aria-activedescendant')
  return (await page.locator(`[id="${id}"]`).textContent()) ?? ''
}

test('a hook that is asked earlier keeps the ring, and the next key is for it', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const { id, tree } = await openWithHooks(page, server, workspace)
  await tree.focus()
  await page.keyboard.press('Home')
  for (let moved = 0; moved < 30 && !(await active(page, tree)).startsWith('ask-before'); moved += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Ask earlier' }).click()
  await expect.poll(async () => (await attachedOf(server, id))[0]?.hook).toBe('ask-before')
  await expect(tree).toBeFocused()
  await expect(tree.getByRole('treeitem', { name: /^(ask-before|block-commands)/ }).first()).toHaveText(/^ask-before/)
  expect(await active(page, tree)).toMatch(/^ask-before/)
  await page.keyboard.press(' ')
  await expect
    .poll(async () => (await attachedOf(server, id)).map(({ hook, mode }) => `${hook} ${mode}`))
    .toEqual(['ask-before shadow', 'block-commands enforce', 'rewrite-arguments enforce'])
})

test('a menu that the pointer opened on a hook leaves the ring on that hook', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const { id, tree } = await openWithHooks(page, server, workspace)
  const hook = (await attachedOf(server, id)).find((one) => one.hook === 'rewrite-arguments')
  await clickOn(page, 'attachment', hook?.id ?? '', 'right')
  await expect(page.getByRole('menuitem', { name: 'Detach' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tree).toBeFocused()
  expect(await active(page, tree)).toMatch(/^rewrite-arguments/)
})

test('why a key did nothing is seen, and where a hook is asked is chosen in its menu', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const attach = [{ hook: 'notify' }]
  const { id } = await call<{ id: string }>(server, 'sessions.create', { workspace, model: 'scripted/tour', attach })
  await page.goto(`${server.url}/s/${id}`)
  const tree = page.getByRole('tree', { name: 'The loop and its hooks' })
  await expect(tree.getByRole('treeitem', { name: /^notify/ }).first()).toBeAttached()
  await tree.focus()
  await page.keyboard.press('Home')
  for (let moved = 0; moved < 30 && !(await active(page, tree)).startsWith('notify'); moved += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByTestId('rail').locator('p').filter({ hasText: 'It is asked first here.' })).toBeVisible()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: /^Asked at/ }).press('ArrowRight')
  const points = async () =>
    (await call<{ hooks: Standing[] }>(server, 'hooks.composition', { id }, 'GET')).hooks[0]?.points
  await page.getByRole('menuitemcheckbox', { name: 'errors.on' }).press('Enter')
  await expect.poll(points).toEqual(['guard.onOutput', 'agent.stop'])
  // The menu stays, for the next one.
  await page.getByRole('menuitemcheckbox', { name: 'agent.stop' }).press('Enter')
  await expect.poll(points).toEqual(['guard.onOutput'])
  await expect(page.getByRole('menuitemcheckbox', { name: 'guard.onOutput' })).toHaveAttribute('aria-disabled', 'true')
})

interface Standing {
  readonly points: readonly string[]
}
