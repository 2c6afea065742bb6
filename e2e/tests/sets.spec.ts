/** Hooks that go together: attached in one go, saved from a session, copied to another, written to a file and read from one. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { attachedOf, call } from './board'
import { expect, type Server, test } from './server'

async function newSession(server: Server, workspace: string, title: string, ...hooks: readonly string[]) {
  const attach = hooks.map((hook) => ({ hook }))
  const session = { workspace, title, model: 'scripted/tour', attach }
  return (await call<{ id: string }>(server, 'sessions.create', session)).id
}

async function openSets(page: Page, server: Server, id: string) {
  await page.goto(`${server.url}/s/${id}`)
  return showSets(page)
}

async function showSets(page: Page) {
  await page.getByRole('button', { name: 'Sets', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Sets of hooks' })
  await expect(panel.getByRole('button', { name: /^careful/ })).toBeVisible()
  return panel
}

const hooksOf = async (server: Server, id: string) => (await attachedOf(server, id)).map(({ hook }) => hook)

test('a set is attached in one edit, all hooks are replaced by another, and each is one step back', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await newSession(server, workspace, 'sets', 'add-context')
  const panel = await openSets(page, server, id)
  await panel.getByRole('button', { name: /^careful/ }).click()
  await expect(page.getByRole('button', { name: 'Undo: attach the set careful' })).toBeVisible()
  const careful = await hooksOf(server, id)
  expect(careful.slice(0, 2)).toEqual(['add-context', 'block-commands'])

  await showSets(page)
  await panel.getByRole('radio', { name: 'Replace all' }).click()
  await panel.getByRole('button', { name: /^read-only/ }).click()
  await expect(page.getByRole('button', { name: 'Undo: replace all hooks by the set read-only' })).toBeVisible()
  expect(await hooksOf(server, id)).not.toContain('add-context')
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: 'Undo: attach the set careful' })).toBeVisible()
  expect(await hooksOf(server, id)).toEqual(careful)
})

test('some hooks are saved as a set, exported, deleted, and imported again', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await newSession(server, workspace, 'kept', 'block-commands', 'ask-before', 'add-context')
  const panel = await openSets(page, server, id)
  await panel.getByRole('button', { name: 'Save these…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save hooks as a set' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('A set needs a name.')).toBeVisible()
  await dialog.getByLabel('Name').fill('my guards')
  await dialog.getByLabel('What it is for').fill('For work on the parser.')
  await dialog.getByRole('checkbox', { name: /add-context/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await showSets(page)
  const row = panel.getByRole('button', { name: /^my guards/ })
  await expect(row).toContainText('For work on the parser.block-commands, ask-before')
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Export my guards to a file' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('my-guards.hooks.json')
  const text = readFileSync(await file.path(), 'utf8')

  await panel.getByRole('button', { name: 'Delete my guards' }).click()
  await panel.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row).toBeHidden()

  const choose = (content: string) =>
    panel
      .getByLabel('File of a set')
      .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(content) })
  await choose(text.slice(0, 40))
  await expect(panel.getByRole('alert')).toContainText('This is no set of hooks: it is not JSON: line')
  await choose(text)
  await expect(row).toBeVisible()
  await expect(panel.getByRole('alert')).toBeHidden()
  await choose(text)
  await expect(panel.getByRole('alert')).toContainText('There is a set my guards already')
  await panel.getByRole('button', { name: 'Replace it' }).click()
  await expect(panel.getByRole('alert')).toBeHidden()
})

test('a file that is dropped on the sets becomes one', async ({ signedIn: page, server, workspace }) => {
  const id = await newSession(server, workspace, 'drop')
  const panel = await openSets(page, server, id)
  const set = { belay: 'hook-set', version: 1, name: 'dropped', description: '', hooks: [{ hook: 'ask-before' }] }
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'dropped.json', { type: 'application/json' }))
    return data
  }, JSON.stringify(set))
  await panel.getByRole('button', { name: /^careful/ }).dispatchEvent('drop', { dataTransfer: transfer })
  await panel.getByRole('button', { name: /^dropped/ }).click()
  await expect.poll(() => hooksOf(server, id)).toEqual(['ask-before'])
})

test('the hooks of another session are copied', async ({ signedIn: page, server, workspace }) => {
  await newSession(server, workspace, 'the careful one', 'block-commands', 'ask-before')
  const id = await newSession(server, workspace, 'the new one')
  const panel = await openSets(page, server, id)
  await panel.getByRole('button', { name: 'From a session…' }).click()
  await panel.getByRole('textbox', { name: 'Search sessions' }).fill('careful')
  await panel.getByRole('button', { name: /^the careful one/ }).click()
  await expect(page.getByRole('button', { name: 'Undo: attach the hooks of the careful one' })).toBeVisible()
  expect(await hooksOf(server, id)).toEqual(['block-commands', 'ask-before'])
})
