/** Questions in a row, and a hand that is writing: text is never an answer, and nothing that was written is lost. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { call } from './board'
import { expect, root, type Server, test } from './server'

interface Asked {
  readonly id: string
  readonly call: { readonly args: { readonly command?: string } }
}

async function askThree(server: Server, page: Page, workspace: string): Promise<string> {
  copyFileSync(join(root, 'e2e/tests/fixtures/three-questions.yaml'), join(server.home, 'scripts/three-questions.yaml'))
  const { id } = await call<{ id: string }>(server, 'sessions.create', { workspace, model: 'scripted/three-questions' })
  await page.goto(`${server.url}/s/${id}`)
  await call(server, 'sessions.send', { id, text: 'Go.' })
  return id
}

function questions(server: Server, session: string): Promise<readonly Asked[]> {
  return call<readonly Asked[]>(server, 'sessions.questions', { id: session }, 'GET')
}

async function openCommand(server: Server, session: string): Promise<string | undefined> {
  return (await questions(server, session))[0]?.call.args.command
}

async function allowElsewhere(server: Server, session: string): Promise<void> {
  const [open] = await questions(server, session)
  const answer = { say: 'allow', scope: 'once', args: null }
  await call(server, 'sessions.answer', { id: session, question: open?.id, answer })
}

const cards = (page: Page) => page.getByRole('region', { name: /^Question:/ })
const openCard = (page: Page) => page.locator('[data-question="open"]')

test('a reason that is half written stays when the question is answered elsewhere, and answers nothing else', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const session = await askThree(server, page, workspace)
  await expect(openCard(page)).toHaveAttribute('data-keys', 'heard')
  await openCard(page).focus()
  await page.keyboard.press('d')
  await page.keyboard.type('No: I ')
  await allowElsewhere(server, session)
  await expect(page.getByText(/answered in another tab/i)).toBeVisible()
  await expect.poll(() => openCommand(server, session)).toBe('date')
  await expect(openCard(page)).toBeVisible()
  await page.keyboard.type('question as said, sad deeds', { delay: 60 })
  await page.keyboard.press('Enter')
  const kept = cards(page).first()
  await expect(kept.getByRole('textbox', { name: 'Reason' })).toHaveValue('No: I question as said, sad deeds')
  await expect(kept.getByRole('button', { name: 'Deny', exact: true })).toBeDisabled()
  expect(await openCommand(server, session)).toBe('date')

  await kept.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('region', { name: /^Answered question:/ })).toContainText('Allowed once')
  await expect(cards(page)).toHaveCount(1)
})

test('letters that come with a card, or amid a word, are no answer to it', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const session = await askThree(server, page, workspace)
  await expect(openCard(page)).toHaveAttribute('data-keys', 'heard')
  await page.getByRole('heading', { name: 'Conversation' }).click()
  // One hand writes on while the card is answered and the next one comes.
  await Promise.all([
    page.keyboard.type('no question as said, sad deeds and quite a sequel, said as asked', { delay: 60 }),
    allowElsewhere(server, session),
  ])
  await expect(openCard(page)).toContainText('date')
  await expect(openCard(page)).not.toBeFocused()
  await expect(openCard(page).getByRole('button', { name: 'Allow once' })).toBeVisible()
  expect(await openCommand(server, session)).toBe('date')
})

test('an answer by key hands the focus to the next card, which hears no key yet; then to the composer', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const session = await askThree(server, page, workspace)
  for (const command of ['true', 'date', 'id']) {
    await expect(openCard(page)).toContainText(command)
    const listens = () => expect(openCard(page)).toHaveAttribute('data-keys', 'heard')
    if (command === 'true') {
      await listens()
      await page.keyboard.press('q')
    }
    await expect(openCard(page)).toBeFocused()
    if (command === 'date') {
      await page.keyboard.press('a')
      expect(await openCommand(server, session)).toBe(command)
      // Ends what was taken for writing.
      await page.keyboard.press('Escape')
    }
    await listens()
    await page.keyboard.press('a')
    await expect.poll(() => openCommand(server, session)).not.toBe(command)
  }
  await expect(page.getByRole('log', { name: 'Transcript' })).toContainText('All three were judged.')
  await expect(page.getByRole('textbox', { name: 'Message to the agent' })).toBeFocused()
})
