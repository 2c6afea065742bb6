/** A turn's edits are put back from the page, with the keyboard alone too, and that is taken back. */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { call, sessionIn } from './board'
import { expect, root, type Server, test } from './server'

/** Tells the second turn. */
async function editTwice(server: Server, page: Page, workspace: string): Promise<string> {
  copyFileSync(join(root, 'e2e/tests/fixtures/edit-files.yaml'), join(server.home, 'scripts/edit-files.yaml'))
  writeFileSync(join(workspace, 'src/notes.txt'), 'one\n')
  const session = { workspace, model: 'scripted/edit-files', permission: 'auto' }
  const { id } = await call<{ id: string }>(server, 'sessions.create', session)
  await page.goto(`${server.url}/s/${id}`)
  let last = ''
  for (const answer of ['Edited once.', 'Edited twice.']) {
    const { turn } = await call<{ turn: string }>(server, 'sessions.send', { id, text: 'Go.' })
    await expect(page.getByRole('log').getByText(answer)).toBeVisible()
    last = turn
  }
  return last
}

const putBacks = (page: Page) => page.getByRole('complementary', { name: 'Files were put back' })
const fates = (page: Page) => page.getByRole('dialog').getByRole('group', { name: 'What happens to each file' })
const toasts = (page: Page) => page.locator('[data-sonner-toast]')

test('edits of a turn and of all later ones are put back as the dialog said, and that is taken back', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  await editTwice(server, page, workspace)
  const [notes, fresh] = [join(workspace, 'src/notes.txt'), join(workspace, 'new.txt')]
  const read = () => readFileSync(notes, 'utf8')
  await page.goto(`${page.url().split('?')[0]}?turn=1`)
  const changed = page.getByRole('list', { name: 'Files that the turn’s tools changed' })
  await expect(changed.getByRole('listitem')).toHaveText([
    /new\.txt.*Created; is as the turn left it/,
    /src\/notes\.txt.*Edited; was changed since/,
  ])
  await expect(page.getByRole('list', { name: 'Not kept' })).toContainText('true --all')

  await page.getByRole('button', { name: 'Put back this turn’s edits…' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(fates(page).getByRole('heading')).toHaveText([/Is removed/, /Is left as it is/])
  await expect(fates(page).getByRole('listitem')).toHaveText(['new.txt', 'src/notes.txtchanged since'])
  await expect(page.getByRole('button', { name: 'Put back 1 file' })).toBeEnabled()
  await page.getByRole('checkbox', { name: /Also the file that changed since/ }).click()
  await expect(page.getByRole('button', { name: 'Put back 2 files' })).toBeEnabled()
  await page.keyboard.press('Escape')
  expect(read()).toBe('three\n')

  await page.getByRole('button', { name: '… and of all later turns' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Put back the edits of turns 1 to 2' })).toBeVisible()
  await expect(fates(page).getByRole('heading')).toHaveText([/Comes back as it was/, /Is removed/])
  await page.getByRole('button', { name: 'Put back 2 files' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(putBacks(page)).toContainText('Put back 1 file and removed 1 file of turns 1 to 2.')
  expect([read(), existsSync(fresh)]).toEqual(['one\n', false])
  await expect(changed.getByRole('listitem')).toHaveText([/Created; is gone again/, /Edited; is as it was before/])

  await toasts(page).getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(putBacks(page)).toHaveCount(2)
  expect([read(), readFileSync(fresh, 'utf8')]).toEqual(['three\n', 'new\n'])
  await page.reload()
  await expect(putBacks(page)).toHaveCount(2)
})

test('what was put back from elsewhere is taken back after a reload, in the conversation or beside the turn', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const turn = await editTwice(server, page, workspace)
  const id = sessionIn(page)
  const read = () => readFileSync(join(workspace, 'src/notes.txt'), 'utf8')
  const putBack = () => call(server, 'files.putBack', { id, turn, reach: 'turn' })
  await putBack()
  expect(read()).toBe('two\n')
  await expect(putBacks(page)).toHaveCount(1)
  await page.reload()
  const undo = putBacks(page).getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect(putBacks(page)).toHaveCount(2)
  expect(read()).toBe('three\n')
  await expect(undo).toHaveCount(0)

  await putBack()
  await page.reload()
  await expect(undo).toHaveCount(1)
  const beside = page.getByRole('complementary', { name: 'Inspector' }).getByRole('button', { name: 'Undo' })
  await beside.click()
  await expect(beside).toBeHidden()
  expect(read()).toBe('three\n')
})

test('a file that is changed by hand while the dialog is open is left, and that is said before and after', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  await editTwice(server, page, workspace)
  await page.goto(`${page.url().split('?')[0]}?turn=1`)
  await page.getByRole('button', { name: '… and of all later turns' }).click()
  await expect(page.getByRole('button', { name: 'Put back 2 files' })).toBeEnabled()
  writeFileSync(join(workspace, 'src/notes.txt'), 'mine\n')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(fates(page).getByRole('listitem')).toHaveText(['new.txt', 'src/notes.txtchanged since'])
  // Once more, and nobody looks.
  writeFileSync(join(workspace, 'new.txt'), 'mine too\n')
  await page.getByRole('button', { name: 'Put back 1 file' }).click()
  await expect(toasts(page)).toContainText('Put back nothing of turns 1 to 2; 2 files were left.')
  expect(readFileSync(join(workspace, 'src/notes.txt'), 'utf8')).toBe('mine\n')
})
