/** Forks from the conversation, the menu of a session, and the page of one that was deleted elsewhere. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { attachedOf, call, sessionIn } from './board'
import { expect, root, type Server, test } from './server'

interface Summary {
  readonly title: string
  readonly turns: number
  readonly pinned: boolean
  readonly archived: boolean
}

const PROMPT = 'Tidy the repo and delete the build folder.'

/** A session whose one turn has ended. */
async function makeTidied(server: Server, workspace: string, title: string): Promise<string> {
  copyFileSync(join(root, 'e2e/tests/fixtures/tidy.yaml'), join(server.home, 'scripts/tidy.yaml'))
  mkdirSync(join(workspace, 'build'), { recursive: true })
  writeFileSync(join(workspace, 'package.json'), '{ "name": "sample" }\n')
  const { id } = await call<{ id: string }>(server, 'sessions.create', {
    ...{ workspace, title, model: 'scripted/tidy', permission: 'auto', attach: [{ hook: 'block-commands' }] },
  })
  await call(server, 'sessions.send', { id, text: PROMPT })
  await expect.poll(async () => (await summaryOf(server, id)).status).toBe('completed')
  return id
}

function summaryOf(server: Server, id: string): Promise<Summary & { readonly status: string }> {
  return call(server, 'sessions.get', { id }, 'GET')
}

const transcript = (page: Page) => page.getByRole('log', { name: 'Transcript' })

async function chooseOfRow(page: Page, row: string, item: RegExp): Promise<void> {
  const found = transcript(page).getByRole('listitem').filter({ hasText: row }).first()
  await found.hover()
  await found.getByRole('button', { name: 'What can be done with this row' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a fork has the rows up to one and the hooks of now, and says where it comes from', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await makeTidied(server, workspace, 'forked off')
  await page.goto(`${server.url}/s/${id}`)
  await chooseOfRow(page, 'That was refused; I will do the narrower thing.', /^Fork from here/)
  const dialog = page.getByRole('dialog', { name: 'Fork from here' })
  await dialog.getByLabel('Name').fill('another way')
  await dialog.getByRole('button', { name: 'Fork', exact: true }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/s/') && !url.pathname.endsWith(id))
  const fork = sessionIn(page)
  await expect(page).toHaveTitle('another way · Belay')
  await expect(transcript(page)).toContainText('That was refused; I will do the narrower thing.')
  await expect(transcript(page)).not.toContainText('Done: the folder is tidy.')
  expect((await attachedOf(server, fork)).map(({ hook }) => hook)).toEqual(['block-commands'])
  await expect(transcript(page)).toContainText('Forked from forked off after 1 turn')

  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Forked from forked off/ })
    .click()
  await page.waitForURL(`**/s/${id}`)
  await expect(transcript(page)).toContainText('Done: the folder is tidy.')

  // The origin may go; the fork still says its name.
  await page.goto(`${server.url}/s/${fork}`)
  await call(server, 'keeping.delete', { id })
  await expect(transcript(page)).toContainText('Forked from forked off after 1 turn, which was deleted since')
})

test('a prompt is edited and sent again in a fork, from the keyboard', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await makeTidied(server, workspace, 'to be said anew')
  await page.goto(`${server.url}/s/${id}`)
  const prompt = transcript(page).getByRole('listitem').filter({ hasText: PROMPT }).first()
  await prompt.getByRole('button', { name: 'What can be done with this row' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: /^Edit and resend/ }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit and resend as a fork' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname.startsWith('/s/') && !url.pathname.endsWith(id))
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await expect(composer).toBeFocused()
  await expect(composer).toHaveValue(PROMPT)
  expect((await summaryOf(server, sessionIn(page))).turns).toBe(0)
  expect((await summaryOf(server, id)).turns).toBe(1)
})

test('a call is forked at from the inspector: the fork knows that it was asked for', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await makeTidied(server, workspace, 'forked at a call')
  await page.goto(`${server.url}/s/${id}`)
  await transcript(page)
    .getByLabel('Tool call files.write')
    .getByRole('button', { name: /NOTES\.md/ })
    .click()
  await page.getByRole('complementary', { name: 'Inspector' }).getByRole('button', { name: 'Fork here…' }).click()
  await page.getByRole('dialog', { name: 'Fork from here' }).getByRole('button', { name: 'Fork', exact: true }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/s/') && !url.pathname.endsWith(id))
  await expect(transcript(page).getByLabel('Tool call files.write')).toContainText('not run: this session was forked')
})

test('files that later turns changed go back with a fork where that is asked for', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await makeTidied(server, workspace, 'with files')
  writeFileSync(
    join(server.home, 'scripts/note.yaml'),
    'name: note\nsteps:\n  - text: I write it down.\n    calls:\n      - { name: files.write, args: { file_path: LATER.md, content: later } }\n  - text: It is written.\n    turn: true\n',
  )
  await call(server, 'sessions.setModel', { id, model: 'scripted/note' })
  await call(server, 'sessions.send', { id, text: 'Write a note.' })
  await expect.poll(async () => (await summaryOf(server, id)).turns).toBe(2)
  await expect.poll(async () => (await summaryOf(server, id)).status).toBe('completed')
  expect(existsSync(join(workspace, 'LATER.md'))).toBe(true)
  await page.goto(`${server.url}/s/${id}`)
  await chooseOfRow(page, 'Done: the folder is tidy.', /^Fork from here/)
  const dialog = page.getByRole('dialog', { name: 'Fork from here' })
  await expect(dialog).toContainText('LATER.md')
  await expect(dialog.getByRole('group', { name: 'What happens to each file' })).toContainText('Is removed')
  await dialog.getByRole('checkbox', { name: /Put files back too/ }).click()
  await dialog.getByRole('button', { name: 'Fork and put files back' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/s/') && !url.pathname.endsWith(id))
  expect(existsSync(join(workspace, 'LATER.md'))).toBe(false)
  expect(existsSync(join(workspace, 'NOTES.md'))).toBe(true)

  // What became of the files is said, stays said, and is taken back from there.
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toContainText('Removed 1 file of turn 2.')
  await expect(transcript(page)).toContainText('1 file is as before the turns that came after the fork')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => existsSync(join(workspace, 'LATER.md'))).toBe(true)
  await page.reload()
  await expect(transcript(page)).toContainText('1 file is as before the turns that came after the fork')

  // Edits of a turn that was taken over belong to the other session.
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector).toContainText('Edits of this turn belong to the session that this one was forked from')
  await inspector.getByRole('link', { name: 'with files' }).click()
  await page.waitForURL(`**/s/${id}?turn=1`)
  await expect(inspector.getByRole('button', { name: 'Put back this turn’s edits…' })).toBeVisible()
})

test('the menu of a session renames, pins, archives, exports and deletes it', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await makeTidied(server, workspace, 'in the menu')
  await page.goto(`${server.url}/s/${id}`)
  const choose = async (name: string | RegExp) => {
    await page.getByRole('button', { name: 'Session menu' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Rename')
  await page.getByRole('textbox', { name: 'Name of the session' }).fill('named in its page')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('named in its page · Belay')
  await choose('Pin')
  await expect.poll(async () => (await summaryOf(server, id)).pinned).toBe(true)
  await choose('Archive')
  await expect.poll(async () => (await summaryOf(server, id)).archived).toBe(true)
  await page.getByRole('button', { name: 'Undo Ctrl Z' }).click()
  await expect.poll(async () => (await summaryOf(server, id)).archived).toBe(false)

  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^Event log.*conversation is not masked/ }).click(),
  ])
  const path = join(workspace, 'export.jsonl')
  await download.saveAs(path)
  expect(readFileSync(path, 'utf8')).toContain('"session.created"')

  await choose('Delete')
  await page.waitForURL(`${server.url}/`)
  await page.getByRole('button', { name: 'Undo Ctrl Z' }).click()
  await expect(page.getByRole('link', { name: 'named in its page', exact: true })).toBeVisible()
  expect((await summaryOf(server, id)).title).toBe('named in its page')
})

test('a page whose session is renamed or deleted elsewhere says so, and has it back', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await makeTidied(server, workspace, 'elsewhere')
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`${server.url}/s/${id}`)
  await expect(transcript(page)).toContainText('Done: the folder is tidy.')
  await call(server, 'sessions.rename', { id, title: 'renamed elsewhere' })
  await expect(page).toHaveTitle('renamed elsewhere · Belay')
  await page.getByRole('textbox', { name: 'Message to the agent' }).fill('half a sentence')
  await call(server, 'keeping.delete', { id })
  await expect(page.getByRole('heading', { name: 'This session was deleted' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('renamed elsewhere')
  await expect(page.getByRole('link', { name: 'All sessions' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(transcript(page)).toContainText('Done: the folder is tidy.')
  await expect(page.getByRole('textbox', { name: 'Message to the agent' })).toHaveValue('half a sentence')
  await call(server, 'keeping.delete', { id })
  await call(server, 'keeping.purge', { id })
  await expect(page.getByRole('heading', { name: 'There is no session at this address' })).toBeVisible()
  expect(errors).toEqual([])
})

test('a message to a session that was deleted a moment ago is not lost, and the page says so', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await makeTidied(server, workspace, 'deleted under the hand')
  await page.goto(`${server.url}/s/${id}`)
  await expect(transcript(page)).toContainText('Done: the folder is tidy.')
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await composer.fill('one more thing')
  await page.route('**/api/trpc/sessions.send*', async (route) => {
    await call(server, 'keeping.delete', { id })
    await route.continue()
  })
  await composer.press('Enter')
  await expect(page.getByRole('heading', { name: 'This session was deleted' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(composer).toHaveValue('one more thing')
})
