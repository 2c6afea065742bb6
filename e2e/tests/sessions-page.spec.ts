/** The sessions page: sessions are made, found, put in order, deleted and had back, by keyboard and mouse, in two clients. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { attachedOf, call, sessionIn } from './board'
import { expect, root, type Server, test } from './server'

interface Made {
  readonly id: string
}

function make(server: Server, workspace: string, title: string, more: object = {}): Promise<Made> {
  return call<Made>(server, 'sessions.create', { workspace, title, model: 'scripted/tidy', ...more })
}

function prepare(server: Server, workspace: string): void {
  copyFileSync(join(root, 'e2e/tests/fixtures/tidy.yaml'), join(server.home, 'scripts/tidy.yaml'))
  mkdirSync(join(workspace, 'build'), { recursive: true })
  writeFileSync(join(workspace, 'package.json'), '{ "name": "sample" }\n')
}

/** The list, narrowed to the sessions of one test: the server keeps those of others too. */
async function openList(page: Page, server: Server, address: string): Promise<Locator> {
  await page.goto(`${server.url}/${address}`)
  const list = page.getByRole('list', { name: 'Sessions' })
  await expect(list).toBeVisible()
  return list
}

const rowOf = (list: Locator, title: string) => list.getByRole('listitem').filter({ hasText: title })
const linkOf = (list: Locator, title: string) => list.getByRole('link', { name: title, exact: true })
const titlesOf = (list: Locator) => list.locator('[data-session] a[tabindex]:not([aria-label])').allTextContents()

test.beforeEach(({ server, workspace }) => prepare(server, workspace))

test('a session is begun from the keyboard: folder checked, a set of hooks, remembered for the next one', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  await openList(page, server, '')
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New session' })
  const folder = dialog.getByLabel('Folder')
  await expect(folder).toBeFocused()
  await folder.fill(join(workspace, 'nowhere'))
  await expect(dialog.getByText(/There is no folder/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Start session' })).toBeDisabled()
  await dialog.getByLabel('Name', { exact: true }).fill('begun by keys')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // Closed by accident, it has kept what was written.
  await page.keyboard.press('n')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('begun by keys')
  await folder.fill(workspace)
  await expect(dialog.getByText('The folder is there.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'A set' }).click()
  await dialog.getByRole('radio', { name: /^careful/ }).check()
  await expect(dialog.getByText('block-commands')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).press('Enter')
  await page.waitForURL(/\/s\//)
  expect((await attachedOf(server, sessionIn(page))).map(({ hook }) => hook)).toContain('block-commands')

  await openList(page, server, '')
  await page.keyboard.press('n')
  await expect(folder).toHaveValue(workspace)
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(dialog.getByRole('radio', { name: /^careful/ })).toBeChecked()
})

test('rows are renamed, pinned and archived by key, and what was archived is had back', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  for (const title of ['keys one', 'keys two', 'keys three']) await make(server, workspace, title)
  const list = await openList(page, server, `?workspace=${encodeURIComponent(workspace)}`)
  await expect(rowOf(list, 'keys')).toHaveCount(3)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(linkOf(list, 'keys three')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(linkOf(list, 'keys two')).toBeFocused()

  await page.keyboard.press('F2')
  await page.keyboard.type('keys renamed')
  await page.keyboard.press('Enter')
  await expect(linkOf(list, 'keys renamed')).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.type('never mind')
  await page.keyboard.press('Escape')
  await expect(linkOf(list, 'keys renamed')).toBeFocused()

  await page.keyboard.press('p')
  await expect(list.getByRole('heading')).toHaveText(['Pinned', 'Today'])
  expect((await titlesOf(list))[0]).toBe('keys renamed')

  await page.keyboard.press('e')
  await expect(linkOf(list, 'keys renamed')).toBeHidden()
  await expect(list.getByRole('link').and(page.locator(':focus'))).toHaveCount(1)
  await page.getByRole('radio', { name: 'Archived' }).click()
  await expect(linkOf(list, 'keys renamed')).toBeVisible()
  await page.getByRole('radio', { name: 'Active' }).click()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(linkOf(list, 'keys renamed')).toBeVisible()
})

test('a name is double clicked to be changed, and a click opens the session', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const { id } = await make(server, workspace, 'twice')
  const list = await openList(page, server, `?workspace=${encodeURIComponent(workspace)}`)
  await linkOf(list, 'twice').getByText('twice').dblclick()
  const input = list.getByRole('textbox', { name: 'Name of the session' })
  await expect(input).toBeFocused()
  await input.fill('once')
  await input.press('Enter')
  await linkOf(list, 'once').getByText('once').click()
  await page.waitForURL(`**/s/${id}`)
})

test('what is deleted goes at once, comes back by key, and only goes for good when that was asked', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  for (const title of ['del a', 'del b', 'del c']) await make(server, workspace, title)
  const list = await openList(page, server, `?workspace=${encodeURIComponent(workspace)}`)
  await linkOf(list, 'del b').focus()
  await page.keyboard.press('Delete')
  await expect(rowOf(list, 'del b')).toHaveCount(0)
  await expect(linkOf(list, 'del a')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(rowOf(list, 'del b')).toHaveCount(1)

  // Two at once, by mouse.
  await rowOf(list, 'del a').click({ modifiers: ['Control'] })
  await rowOf(list, 'del c').click({ modifiers: ['Control'] })
  await expect(page.getByText('2 sessions selected')).toBeVisible()
  await page.getByRole('toolbar', { name: 'Selected sessions' }).getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => titlesOf(list)).toEqual(['del b'])

  await page.getByRole('radio', { name: 'Deleted' }).click()
  await expect(rowOf(list, 'del')).toHaveCount(2)
  await rowOf(list, 'del a').getByRole('button', { name: 'Restore' }).click()
  await expect(rowOf(list, 'del a')).toHaveCount(0)
  await linkOf(list, 'del c').focus()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: /Delete “del c” for good/ })
  await expect(dialog).toContainText('cannot be undone')
  await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(list, 'del c')).toHaveCount(1)
  await linkOf(list, 'del c').focus()
  await page.keyboard.press('Delete')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('No session deleted works in')).toBeVisible()
  await page.getByRole('radio', { name: 'Active' }).click()
  await expect.poll(async () => (await titlesOf(list)).toSorted()).toEqual(['del a', 'del b'])
})

test('what the address cannot mean is taken out of it', async ({ signedIn: page, server }) => {
  await page.goto(`${server.url}/?shelf=bogus&q=x`)
  await expect(page).toHaveURL(`${server.url}/?q=x`)
  await expect(page.getByRole('radio', { name: 'Active' })).toBeChecked()
})

test('filters stand in the address: reload and the back button keep them', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const attach = [{ hook: 'block-commands' }]
  const refused = await make(server, workspace, 'filter refused', { attach, permission: 'auto' })
  await make(server, workspace, 'filter quiet')
  await call(server, 'sessions.send', { id: refused.id, text: 'Delete the build folder.' })
  const list = await openList(page, server, `?workspace=${encodeURIComponent(workspace)}`)
  await expect(rowOf(list, 'filter')).toHaveCount(2)
  await page.getByRole('button', { name: 'Refused something' }).click()
  await expect(rowOf(list, 'filter')).toHaveCount(1)
  await expect(rowOf(list, 'filter refused')).toContainText(/block-commands: .*rm -rf/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Refused something' })).toHaveAttribute('aria-pressed', 'true')
  await expect(rowOf(list, 'filter')).toHaveCount(1)

  await rowOf(list, 'filter refused').click({ position: { x: 400, y: 20 } })
  await page.waitForURL(/\/s\//)
  await page.goBack()
  await expect(page).toHaveURL(/refused=1/)
  await expect(rowOf(list, 'filter')).toHaveCount(1)
  await page.goBack()
  await expect(rowOf(list, 'filter')).toHaveCount(2)

  await page.getByRole('searchbox').fill('nothing is called that')
  await expect(page.getByRole('heading', { name: 'No session in use matches all of these filters' })).toBeVisible()
  await expect(page).toHaveURL(/q=nothing/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page).toHaveURL(`${server.url}/`)
})

test('what another client does shows at once, but no row moves under the pointer', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const first = await make(server, workspace, 'live one')
  await make(server, workspace, 'live two')
  const list = await openList(page, server, `?workspace=${encodeURIComponent(workspace)}`)
  await make(server, workspace, 'live three')
  await expect.poll(() => titlesOf(list)).toEqual(['live three', 'live two', 'live one'])
  await rowOf(list, 'live two').hover()
  await call(server, 'sessions.rename', { id: first.id, title: 'live one, renamed' })
  await expect(rowOf(list, 'live one, renamed')).toBeVisible()
  await make(server, workspace, 'live four')
  await expect(page.getByRole('button', { name: 'Show 1 new session' })).toBeVisible()
  expect(await titlesOf(list)).toEqual(['live three', 'live two', 'live one, renamed'])
  await page.mouse.move(2, 2)
  await expect.poll(async () => (await titlesOf(list))[0]).toBe('live four')
  await call(server, 'keeping.delete', { id: first.id })
  await expect(rowOf(list, 'live one')).toHaveCount(0)
})

test('1,000 sessions are a bounded number of rows, and the last is a key away', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  for (let made = 0; made < 1_000; made += 50)
    await Promise.all(Array.from({ length: 50 }, (_, at) => make(server, workspace, `many ${made + at}`)))
  const list = await openList(page, server, `?workspace=${encodeURIComponent(workspace)}`)
  await expect(page.getByText('1,000 sessions')).toBeVisible()
  const rows = list.locator('[data-session]')
  expect(await rows.count()).toBeLessThan(60)
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await expect(list.locator('li[aria-posinset="1000"] a')).toBeFocused()
  await expect(list.locator('li[aria-posinset="1000"]')).toBeInViewport()
  expect(await rows.count()).toBeLessThan(60)
  await page.keyboard.press('Control+a')
  await expect(page.getByText('1,000 sessions selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('1,000 sessions selected')).toBeHidden()
})

test('its keys are a sheet, by key and by button, and what can be done is found by name', async ({
  signedIn: page,
  server,
}) => {
  await page.goto(`${server.url}/`)
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await expect(sheet).toContainText('archive it')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: 'Keys', exact: true }).click()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  const commands = page.getByRole('dialog', { name: 'Commands' })
  const search = page.getByPlaceholder('Titles, folders, prompts')
  await search.focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(commands.getByRole('option', { selected: true })).toHaveCount(1)
  await page.keyboard.type('nothing is called so')
  await expect(commands.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(search).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('write hooks')
  await expect(commands.getByRole('option', { selected: true })).toContainText('Go to the hooks')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/hooks/)
})
