/** What a person writes into the hooks of a session is kept until it is saved, and the keyboard is never lost on the way. */
import type { Page } from '@playwright/test'
import { attachedOf, call, clickOn, showRects } from './board'
import { expect, type Server, test } from './server'

interface Spec {
  readonly hook: string
  readonly params?: Record<string, unknown>
}

async function openWith(page: Page, server: Server, workspace: string, ...attach: readonly Spec[]): Promise<string> {
  const session = { workspace, model: 'scripted/tour', attach }
  const { id } = await call<{ id: string }>(server, 'sessions.create', session)
  await showRects(page)
  await page.goto(`${server.url}/s/${id}`)
  await expect(rail(page)).toBeVisible()
  return id
}

const rail = (page: Page) => page.getByRole('tree', { name: 'The loop and its hooks' })
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })
const advice = (page: Page) => inspector(page).getByRole('textbox', { name: 'advice' })

test('parameters that are not saved are there again after something else, and after a reload', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await openWith(page, server, workspace, { hook: 'block-commands' }, { hook: 'ask-before' })
  const [block, ask] = await attachedOf(server, id)
  await clickOn(page, 'attachment', block?.id ?? '')
  await advice(page).fill('Ask me first.')
  await expect(inspector(page).getByText('Not saved yet.')).toBeVisible()
  await clickOn(page, 'attachment', ask?.id ?? '')
  await expect(inspector(page).getByRole('heading', { name: /^ask-before/ })).toBeVisible()
  await clickOn(page, 'attachment', block?.id ?? '')
  await expect(advice(page)).toHaveValue('Ask me first.')
  await page.reload()
  await expect(advice(page)).toHaveValue('Ask me first.')

  await inspector(page).getByRole('button', { name: 'Save' }).press('Enter')
  await expect(inspector(page).getByText('Not saved yet.')).toBeHidden()
  await expect(inspector(page).locator('form :focus')).toHaveCount(1)
  await expect(advice(page)).toHaveValue('Ask me first.')

  await advice(page).fill('Never mind.')
  await call(server, 'hooks.change', {
    id,
    attachment: block?.id,
    change: { params: { patterns: [], advice: 'Theirs.' } },
  })
  await expect(advice(page)).toHaveValue('Theirs.')
  await expect(inspector(page).getByText(/changed elsewhere meanwhile/)).toBeVisible()
  await inspector(page).getByRole('button', { name: 'Show it' }).click()
  await expect(advice(page)).toHaveValue('Never mind.')
  await inspector(page).getByRole('button', { name: 'Discard' }).click()
  await expect(advice(page)).toHaveValue('Theirs.')
  await page.reload()
  await expect(advice(page)).toHaveValue('Theirs.')
})

test('attaching what is there already says so, and a set that does not fit says why', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  await openWith(page, server, workspace, { hook: 'block-commands' })
  const text = JSON.stringify({
    ...{ belay: 'hook-set', version: 1, name: 'misfit', description: '' },
    hooks: [{ hook: 'block-commands', params: { patterns: 5 } }],
  })
  await call(server, 'composing.importSet', { text })
  const sets = page.getByRole('button', { name: 'Sets', exact: true })
  const panel = page.getByRole('dialog', { name: 'Sets of hooks' })
  const careful = panel.getByRole('button', { name: /^careful/ })
  await sets.click()
  await expect(panel.getByRole('button', { name: /^misfit/ })).toContainText('patterns must be a list, and is a number')
  await careful.click()
  await expect(page.getByText(/attach the set careful\. 5 attached, 1 was there\./)).toBeVisible()
  await sets.click()
  await careful.click()
  await expect(page.getByText('All of careful is attached already.')).toBeVisible()

  await sets.click()
  await panel.getByRole('button', { name: 'Delete misfit' }).press('Enter')
  await panel.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(panel.getByRole('button', { name: /^misfit/ })).toBeHidden()
  await expect(panel.locator(':focus')).toHaveCount(1)
})

test('the form that attaches begins at its first field, goes to what is wrong, and gives the focus back', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  await openWith(page, server, workspace)
  await rail(page).focus()
  await clickOn(page, 'plus', 'tools.before')
  await page.getByRole('combobox', { name: /Search hooks/ }).fill('loop-breaker')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: /^Attach/ })
  const first = form.getByRole('textbox').first()
  await expect(first).toBeFocused()
  await first.fill('x')
  await form.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(first).toBeFocused()
  await expect(form.getByRole('alert').first()).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(rail(page)).toBeFocused()
})

test('the palette that closes by its key, with the keyboard in it, leaves that on the rail', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  await openWith(page, server, workspace)
  await page.getByRole('button', { name: /^Hooks/ }).click()
  const palette = page.getByTestId('palette')
  await expect(palette.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('h')
  await expect(palette).toBeHidden()
  await expect(rail(page)).toBeFocused()
})

test('what changed since a turn is a list behind a button; the ways from there leave the keyboard on the board', async ({
  signedIn: page,
  server,
  workspace,
}) => {
  const id = await openWith(page, server, workspace)
  await call(server, 'sessions.send', { id, text: 'hello' })
  await expect(page.getByRole('button', { name: /^Turn 1 of/ })).toBeVisible()
  await call(server, 'composing.attachSet', { id, from: { set: 'careful' } })
  await expect(page.getByText('6 hooks · 0 in turn 1')).toBeVisible()
  await page.getByRole('button', { name: 'hooks changed since' }).press('Enter')
  const banner = page.getByTestId('past')
  await banner.getByRole('button', { name: 'and 3 more' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'What changed since' }).getByRole('listitem')).toHaveCount(6)
  await page.keyboard.press('Escape')
  await expect(banner.getByRole('button', { name: 'and 3 more' })).toBeFocused()
  await expect(page.getByText('0 hooks', { exact: true })).toBeVisible()
  await banner.getByRole('button', { name: 'Show now' }).press('Enter')
  await expect(banner).toBeHidden()
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})
