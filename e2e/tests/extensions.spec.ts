/** Extensions of a session: switched with what that costs, a command from the composer, and the page that it has; with keys. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call } from './board'
import { expect, test } from './server'

test('a list is kept from the composer by keys, and its page by its own', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const { id } = await call<{ id: string }>(server, 'sessions.create', { workspace, title: 'with a list' })
  await page.goto(`${server.url}/s/${id}`)
  const composer = page.getByLabel('Message to the agent')
  await composer.focus()
  await page.keyboard.type('/wo')
  await expect(page.getByRole('option', { name: /^\/work \[action\]/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(composer).toHaveValue('/work ')
  await page.keyboard.type('add mend the roof')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1. mend the roof: added.')).toBeVisible()
  await expect(composer).toHaveValue('')
  await page.keyboard.type('/work juggle 1')
  await page.keyboard.press('Enter')
  // What can't be done is told, and what was typed is kept.
  await expect(page.getByText(/action is one of add, edit/)).toBeVisible()
  await expect(composer).toHaveValue('/work juggle 1')

  await page.getByRole('button', { name: 'Work: 1 left' }).click()
  const dialog = page.getByRole('dialog', { name: 'Work' })
  const rows = dialog.getByRole('listbox')
  await expect(rows).toBeFocused()
  await page.keyboard.press('a')
  await page.keyboard.type('paint the door')
  await page.keyboard.press('Enter')
  await expect(rows.getByRole('option')).toHaveCount(2)
  await expect(rows).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('d')
  await expect(rows.getByRole('option', { name: /paint the door/ })).toContainText('done')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a switch says what it costs, takes its tools and command away, and is undone by key', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const { id } = await call<{ id: string }>(server, 'sessions.create', { workspace, title: 'switched' })
  writeFileSync(join(workspace, 'AGENTS.md'), 'Say ahoy.')
  await page.goto(`${server.url}/s/${id}`)
  const question = page.getByRole('region', { name: 'Trust in this folder' })
  await expect(question).toContainText('Its AGENTS.md is not read until then')
  await question.getByRole('button', { name: 'Trust this folder' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: /^Extensions: / }).click()
  const panel = page.getByRole('dialog', { name: 'Extensions of this session' })
  await expect(panel).toContainText('You trust this folder: its AGENTS.md can be read')
  const work = panel.getByRole('switch', { name: 'work' })
  await work.click()
  await expect(panel).toContainText('can’t call work.list, work.create')
  await expect(work).toBeChecked()
  await panel.getByRole('button', { name: 'Switch it off' }).click()
  await expect(work).not.toBeChecked()
  await page.keyboard.press('Escape')
  const composer = page.getByLabel('Message to the agent')
  await composer.fill('/wo')
  await expect(page.getByRole('listbox', { name: 'Commands of this session' })).toBeHidden()
  await composer.fill('')
  await composer.press('Escape')
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: /^Extensions: / }).click()
  await expect(work).toBeChecked()
})

test('a key brings its vendor’s models, is never shown again, and takes them away', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const { id } = await call<{ id: string }>(server, 'sessions.create', { workspace, title: 'with a key' })
  await page.goto(`${server.url}/s/${id}`)
  const models = page.getByRole('button', { name: /^Model: / })
  await models.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Keys and other models…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Keys and models' })
  await dialog.getByRole('button', { name: 'Add a key of Anthropic' }).press('Enter')
  await expect(dialog.getByLabel('Key of Anthropic')).toBeFocused()
  await page.keyboard.type('sk-ant-canary-0123456789')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('A key in credentials.json')
  expect(await page.content()).not.toContain('sk-ant-canary')
  await dialog.getByLabel('Another model').fill('nobody/x')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/There is no provider nobody/)).toBeVisible()
  await page.keyboard.press('Escape')
  await models.press('Enter')
  await page.getByRole('menuitemradio', { name: /^Claude Sonnet/ }).press('Enter')
  await expect(models).toHaveAccessibleName(/anthropic\/claude-sonnet/)
  await call(server, 'keys.remove', { provider: 'anthropic' })
  await page.getByLabel('Message to the agent').fill('Go.')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/There is no key for Anthropic/)).toBeVisible()
})
