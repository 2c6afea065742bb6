/**
 * Several hooks of the rail at once, on the real app: picked with Shift, with a box and by keyboard, switched, moved and
 * detached as one; a set as a group; and the way of one call through its hooks, event by event.
 */
import type { Page } from '@playwright/test'
import { attachedOf, call, clickOn, rectOf, showRects } from './board'
import { expect, type Server, test } from './server'

const START = ['block-commands', 'ask-before', 'rewrite-arguments', 'workspace-fence']

async function openNew(page: Page, server: Server, workspace: string): Promise<string> {
  const attach = START.map((hook) => ({ hook }))
  const { id } = await call<{ id: string }>(server, 'sessions.create', { workspace, model: 'scripted/tour', attach })
  await showRects(page)
  await page.goto(`${server.url}/s/${id}`)
  await rectOf(page, 'station', 'tools.before')
  return id
}

async function cardOf(page: Page, server: Server, session: string, hook: string) {
  const found = (await attachedOf(server, session)).find((one) => one.hook === hook)
  if (found === undefined) throw new Error(`${hook} is not attached`)
  const { x, y, width, height } = await rectOf(page, 'attachment', found.id)
  return { x: x + width * 0.2, y: y + height * 0.3, left: x, top: y, height }
}

const shown = async (server: Server, id: string) =>
  (await attachedOf(server, id)).map(({ hook, mode }) => `${hook} ${mode}`)

test('picked with Shift and with a box, switched, moved together and detached, each undone in one step', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await openNew(page, server, workspace)
  const before = await shown(server, id)
  const bar = page.getByTestId('several')
  const press = async (hook: string) => {
    const { x, y } = await cardOf(page, server, id, hook)
    await page.mouse.click(x, y)
  }
  await press('ask-before')
  await page.keyboard.down('Shift')
  await press('workspace-fence')
  await page.keyboard.up('Shift')
  await expect(bar).toContainText('2 hooks')
  await bar.getByRole('button', { name: 'Shadow' }).click()
  await expect
    .poll(() => shown(server, id))
    .toEqual(['block-commands enforce', 'ask-before shadow', 'rewrite-arguments enforce', 'workspace-fence shadow'])

  const from = await cardOf(page, server, id, 'workspace-fence')
  const to = await cardOf(page, server, id, 'block-commands')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 9, from.y + 4, { steps: 2 })
  await page.mouse.move(to.x, to.top + 2, { steps: 8 })
  await expect(page.getByTestId('rail-ghost')).toContainText('2 hooks')
  await page.mouse.up()
  await expect
    .poll(() => shown(server, id))
    .toEqual(['ask-before shadow', 'workspace-fence shadow', 'block-commands enforce', 'rewrite-arguments enforce'])

  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  const [first, second] = [
    await cardOf(page, server, id, 'block-commands'),
    await cardOf(page, server, id, 'rewrite-arguments'),
  ]
  await page.keyboard.down('Shift')
  await page.mouse.move(first.left - 30, first.top + 2)
  await page.mouse.down()
  await page.mouse.move(second.x, second.top + second.height / 2, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await expect(bar).toContainText('2 hooks')
  await bar.getByRole('button', { name: 'Detach' }).click()
  await expect.poll(() => shown(server, id)).toEqual(['ask-before shadow', 'workspace-fence shadow'])
  for (const left of [4, 4, 4]) {
    const { hash } = await call<{ hash: string }>(server, 'hooks.composition', { id }, 'GET')
    await page.keyboard.press('Control+z')
    await expect
      .poll(async () => (await call<{ hash: string }>(server, 'hooks.composition', { id }, 'GET')).hash)
      .not.toBe(hash)
    expect(await attachedOf(server, id)).toHaveLength(left)
  }
  expect(await shown(server, id)).toEqual(before)
})

test('by keyboard: picked on with Shift and an arrow, grouped under a name, picked as that group, and detached', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await openNew(page, server, workspace)
  const tree = page.getByRole('tree', { name: 'The loop and its hooks' })
  await tree.focus()
  await page.keyboard.press('Home')
  const active = async () => {
    const item = await tree.getAttribute('aria-activedescendant')
    return (await page.locator(`[id="${item}"]`).textContent()) ?? ''
  }
  for (let moved = 0; moved < 30 && !/^block-commands/.test(await active()); moved += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByTestId('several')).toContainText('2 hooks')
  await expect.poll(active).toMatch(/^ask-before.*, picked$/)
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Save as a set…' }).click()
  await page.keyboard.type('before lunch')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('several')).toContainText('the set before lunch')
  await expect(tree).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('several')).toBeHidden()

  const [member] = await attachedOf(server, id)
  await clickOn(page, 'set', member?.id ?? '')
  await expect(page.getByTestId('several')).toContainText('the set before lunch')
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await expect(page.getByTestId('several')).toContainText('the set before lunch')
  await page.keyboard.press('Delete')
  await expect.poll(() => shown(server, id)).toEqual(['rewrite-arguments enforce', 'workspace-fence enforce'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => shown(server, id)).toHaveLength(4)
})

test('a call lights its way through the hooks, with what each changed, as far as one has walked', async ({
  signedIn: page,
  server,
}) => {
  const sessions = await call<{ id: string; tour: boolean; status: string }[]>(server, 'sessions.list', {}, 'GET')
  const tour = sessions.find((session) => session.tour)
  if (tour === undefined) throw new Error('there is no tour')
  await page.goto(`${server.url}/s/${tour.id}`)
  // The tour waits for an answer about the call that is explained: asked of three hooks, and of one again after the rewrite.
  const tree = page.getByRole('tree', { name: 'The loop and its hooks' })
  const words = async () => {
    await tree.focus()
    await page.keyboard.press('End')
    const items = await tree.getByRole('treeitem').allTextContents()
    return items.flatMap((item) => /asked as number .*$/.exec(item)?.[0] ?? [])
  }
  await expect(page.getByText('waiting for you').first()).toBeVisible()
  const about = 'about run · node scripts/release.mjs'
  await expect
    .poll(words)
    .toEqual([
      `asked as number 1 of 4 ${about}: passed, asked as number 4 of 4 ${about}: passed`,
      `asked as number 2 of 4 ${about}: + --dry-run`,
      `asked as number 3 of 4 ${about}: asked`,
    ])
  await page.keyboard.press('Escape')
  for (let walked = 0; walked < 12 && (await words()).length === 3; walked += 1) await page.keyboard.press(',')
  await expect.poll(async () => (await words()).length).toBe(2)
})
